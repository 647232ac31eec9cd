import Testing

/// Tab in real shells, on a terminal.
@Suite struct ShellCompletionTests {
  @Test func `completes in bash alone`() throws {
    let session = try ShellAtTab("bash")
    try session.showsEntries()
    try session.completesWords(without: "ls --almost")
    try session.completesAlias()
    try session.hidesControlCharacters()
  }

  @Test func `completes in bash with its package`() throws {
    let session = try ShellAtTab(
      "bash", prepare: "source /usr/share/bash-completion/bash_completion")
    try session.completesWords()
  }

  @Test func `completes in zsh`() throws {
    let session = try ShellAtTab("zsh")
    try session.showsEntries()
    try session.completesWords()
    try session.completesAlias()
    try session.describesOptions()
    try session.hidesControlCharacters()
  }

  @Test func `completes in fish`() throws {
    let session = try ShellAtTab("fish")
    try session.showsEntries()
    try session.completesWords()
    try session.describesOptions()
    try session.hidesControlCharacters()
  }
}
