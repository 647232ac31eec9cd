import Glibc

/// Looks for a program as the shell does.
///
/// - Parameter name: The program's name, without a slash.
/// - Returns: The first file of that name in `$PATH` that we may execute.
package func findProgram(_ name: String) -> FilePath? {
  let folders = (environmentValue("PATH") ?? Array("/bin:/usr/bin".utf8))
    .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  // An empty part of the variable is the current folder.
  return folders.lazy.map { FilePath($0.isEmpty ? Array(".".utf8)[...] : $0).appending(name) }
    .first { path in FileKind(path) == .file && path.withCString { access($0, X_OK) } == 0 }
}
