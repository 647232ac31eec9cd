import Fixtures
import Foundation
import Testing

/// The program is killed, runs beside others, or cannot finish.
@Suite struct CrashTests {
  @Test func `leaves the old or the new value when it is killed`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "n=0")
    // The instants spread over the time that a save takes, measured first.
    let script = """
      start=$(date +%s%N); "$PW" save a n=1; took=$(( ($(date +%s%N) - start) / 1000 ))
      old=1
      for n in $(seq 2 201); do
        "$PW" save a n=$n 2>/dev/null & pid=$!
        sleep $(printf '0.%06d' $(( (took * 12 / 10) * (n * 7919 % 200) / 200 )))
        kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
        # A gpg that outlives it is no matter of ours.
        value=$(timeout 20 "$PW" load a n) || { echo "$n: cannot load: $value"; exit 1; }
        [ "$value" = $old ] || [ "$value" = $n ] || { echo "$n: has $value, not $old"; exit 1; }
        old=$value
        if [ $((n % 10)) = 0 ]; then
          left=$(find store -name '.pwstore-*')
          [ -z "$left" ] || { echo "$n: left $left"; exit 1; }
        fi
      done
      timeout 20 "$PW" save a n=last && [ "$("$PW" load a n)" = last ] || exit 1
      left=$(find store -name '*lock*' -o -name '*pwstore-*' -o -name '*tmp_obj*')
      [ -z "$left" ] || { echo "left $left"; exit 1; }
      """
    let outcome = try store.shell(script)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
    #expect(try store.complaints() == "")
  }

  @Test func `moves or re-encrypts all or nothing when it is killed`() throws {
    let store = try TestStore(["ann", "bob"])
    let script = """
      for i in 1 2 3 4; do "$PW" save d/e$i n=$i; done
      start=$(date +%s%N); "$PW" mv d o; "$PW" mv o d; took=$(( ($(date +%s%N) - start) / 2000 ))
      look() {
        "$PW" ls --flat >names || echo "$1: cannot list"
        sed -n 's,^[do]/,,p' names | sort | tr '\n' ' ' >keys
        [ "$(cat keys)" = "e1 e2 e3 e4 " ] || echo "$1: has $(cat names)"
      }
      for n in $(seq 60); do
        "$PW" mv d o 2>/dev/null & pid=$!
        sleep $(printf '0.%06d' $(( took * 12 / 10 * (n * 37 % 60) / 60 )))
        kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
        # The next writer finishes it, or takes it back.
        "$PW" save other n=$n; look $n
        [ $(ls store | grep -c '^[do]$') = 1 ] || echo "$n: in two halves"
        [ -e store/o ] && "$PW" mv o d
      done
      start=$(date +%s%N); "$PW" init bob@example.org >log 2>&1; took=$(( ($(date +%s%N) - start) / 1000 ))
      for n in $(seq 12); do
        [ $((n % 2)) = 0 ] && id=bob@example.org || id=ann@example.org
        "$PW" init $id >log 2>&1 & pid=$!
        sleep $(printf '0.%06d' $(( took * 12 / 10 * (n * 5 % 12) / 12 )))
        kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
        "$PW" save other n=$n; look $n
        for file in store/d/*.gpg; do gpg --batch --list-only --status-fd 1 -d $file 2>/dev/null |
          sed -n 's/.*ENC_TO \\([^ ]*\\).*/\\1/p'; done | sort -u >used
        [ $(wc -l <used) = 1 ] || echo "$n: $(wc -l <used) keys"
      done
      find store -name '*lock*' -o -name '*pwstore-*' -o -name '*tmp_obj*'
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "", "\(outcome.errorText)")
    #expect(try store.complaints() == "")
  }

  @Test func `lets parallel savers queue, and plain git beside them`() throws {
    let store = try TestStore()
    try store.git("config", "gc.auto", "0")
    let before = try store.commitCount()
    let script = """
      cd store
      ( n=0; while [ ! -e ../stop ]; do n=$((n+1)); echo $n > plain
          until git add plain 2>/dev/null && git commit -qm "plain $n" 2>/dev/null; do :; done
        done; echo $n > ../plains ) & plain=$!
      for n in $(seq 50); do
        "$PW" save k/$n n=$n || echo "k/$n: $?" & pids="$pids $!"
        "$PW" save same n=$n || echo "same $n: $?" & pids="$pids $!"
      done
      wait $pids; touch ../stop; wait $plain
      git status --porcelain
      for n in $(seq 50); do [ "$("$PW" load k/$n n)" = $n ] || echo "k/$n lost"; done
      "$PW" load same n > /dev/null || echo same
      """
    let outcome = try store.shell(script)
    #expect(outcome.status == 0 && outcome.text == "" && outcome.errorText == "")
    // Rarely, a git commit takes back one that it does not know of, and pwstore
    // makes that one again.
    #expect(
      try store.git("log", "--format=%s").text.split(separator: "\n").count {
        $0.hasPrefix("Save ")
      } >= 100)
    let plain = Int(try store.shell("cat plains").text.trimmingCharacters(in: .newlines)) ?? 0
    #expect(plain > 0)
    #expect(try store.commitCount() >= before + 100 + plain)
    #expect(try store.complaints() == "")
  }

  @Test func `keeps what it was given when git cannot commit`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "n=old")
    try store.pwstore("save", "b", "n=old")
    let count = try store.commitCount()
    let hook = "\(store.root)/.git/hooks/pre-commit"
    try store.shell("printf '#!/bin/sh\\necho no >&2\\nexit 1\\n' > store/.git/hooks/pre-commit")
    try run(["chmod", "+x", hook])

    let saved = try store.pwstore("save", "a", "n=new")
    #expect(saved.status == 1)
    #expect(saved.errorText.contains("\"a.gpg\" is saved, but not committed"))
    #expect(saved.errorText.contains("pre-commit"))
    #expect(try store.pwstore("load", "a", "n").text == "new\n")
    #expect(try store.shell("git -C store show HEAD:a.gpg | gpg -q -d").text == "\nn: old\n")
    #expect(try store.git("diff", "--cached", "--name-only").text == "")
    #expect(try store.commitCount() == count)

    // A new entry is kept as well.
    #expect(try store.pwstore("save", "c/d", "n=new").status == 1)
    #expect(try store.pwstore("load", "c/d", "n").text == "new\n")
    #expect(try store.git("status", "--porcelain").text == " M a.gpg\n?? c/\n")

    // What can be repeated is put back.
    let deleted = try store.pwstore("delete", "b")
    #expect(deleted.status == 1 && deleted.errorText.contains("nothing was changed"))
    #expect(try store.pwstore("load", "b", "n").text == "old\n")
    try store.gpg.makeKey("bob")
    #expect(try store.pwstore("init", "bob@example.org").status == 1)
    #expect(try store.shell("cat store/.gpg-id").text == "ann@example.org\n")
    #expect(try store.git("status", "--porcelain").text == " M a.gpg\n?? c/\n")

    // The command that the message names does it.
    try run(["rm", hook])
    let command = saved.errorText.components(separatedBy: "commit it with: ").last ?? "false"
    #expect(try store.shell(command).status == 0)
    #expect(try store.git("status", "--porcelain").text == "?? c/\n")
    #expect(try store.commitCount() == count + 1)
  }

  @Test func `keeps what it was given when a signature fails`() throws {
    let store = try TestStore()
    try store.git("config", "commit.gpgSign", "true")
    try store.git("config", "user.signingKey", "nobody@example.org")
    let outcome = try store.pwstore("save", "a", "n=new")
    #expect(outcome.status != 0)
    #expect(outcome.errorText.contains("nobody@example.org"))
    #expect(try store.pwstore("load", "a", "n").text == "new\n")
    #expect(try store.git("status", "--porcelain").text == "?? a.gpg\n")
    try store.git("config", "user.signingKey", "ann@example.org")
    #expect(try store.pwstore("save", "a", "n=newer").status == 0)
    #expect(try store.git("verify-commit", "HEAD").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test(.enabled(if: getuid() == 0, "a file system can be mounted"))
  func `keeps the old entry when the disk is full`() throws {
    let store = try TestStore()
    let script = """
      mkdir small && mount -t tmpfs -o size=1m tmpfs small && trap 'umount small' EXIT
      export PASSWORD_STORE_DIR=$PWD/small/store
      "$PW" init --git ann@example.org > /dev/null && "$PW" save a n=old || exit 1
      head -c 600000 /dev/urandom > big
      # Full to the last byte, and with room for a small file only.
      for size in 2000000 500000; do
        head -c $size /dev/zero > small/fill 2> /dev/null
        "$PW" save a --file big 2> err && { echo "saved on a full disk"; exit 1; }
        grep -q 'No space left on device' err || cat err
        [ "$("$PW" load a n)" = old ] || echo "the old entry is gone"
        [ -z "$(find small/store -name '*pwstore-*')" ] || find small/store -name '*pwstore-*'
        git --no-optional-locks -C small/store status --porcelain
      done
      rm small/fill; "$PW" save a n=new && [ "$("$PW" load a n)" = new ] || echo "does not recover"
      git -C small/store fsck --strict --no-dangling --no-progress
      git -C small/store status --porcelain
      """
    let outcome = try store.shell(script)
    #expect(outcome.status == 0 && outcome.text == "" && outcome.errorText == "")
  }

  @Test(.enabled(if: getuid() == 0, "another user can be played"))
  func `keeps what it was given when git's folder is read-only`() throws {
    let store = try TestStore()
    let script = """
      "$PW" save a n=old
      mount --bind store/.git store/.git && mount -o remount,bind,ro store/.git || exit 77
      trap 'umount store/.git' EXIT
      "$PW" save a n=new 2> err; echo "status $?"
      "$PW" load a n
      "$PW" delete a 2> err2; echo "status $?"
      "$PW" load a n
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "status 1\nnew\nstatus 1\nnew\n")
    #expect(try store.git("status", "--porcelain").text == " M a.gpg\n")
    #expect(try store.shell("cat err").text.contains("commit it with: git -C "))
  }

  /// Kills the program at its `number`th rename.
  private func kill(_ store: TestStore, atRename number: Int, _ arguments: String) throws {
    try store.shell(
      """
      strace -f -qq -o strace.log -e trace=rename,renameat,renameat2 \
        -e inject=rename,renameat,renameat2:signal=SIGKILL:when=\(number) "$PW" \(arguments)
      """)
  }

  @Test(arguments: 1...6)
  func `never leaves half of a bulk change`(number: Int) throws {
    let store = try TestStore(["ann", "bob"])
    for key in 1...4 { try store.pwstore("save", "d/\(key)", "n=1") }
    try kill(store, atRename: number, "delete -rf d")
    // A reader that cannot do anything leaves all for the next writer.
    try store.shell("ulimit -n 4; \"$PW\" load d/4")
    try store.pwstore("save", "other", "n=1")
    let left = try store.pwstore("ls", "--flat", "d")
    #expect(left.status == 3 || left.text == "d/1\nd/2\nd/3\nd/4\n")
    #expect(try store.complaints() == "")
    #expect(
      try run(["find", store.root, "-name", "*pwstore-*"]).text == "")

    try store.pwstore("save", "e/1", "n=1")
    try store.pwstore("save", "e/2", "n=1")
    try kill(store, atRename: number, "init -p e bob@example.org")
    try store.pwstore("save", "other", "n=2")
    #expect(try store.complaints() == "")
    let isNew = try store.shell("test -e store/e/.gpg-id").status == 0
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    for key in ["e/1", "e/2"] {
      #expect(try store.pwstore("load", key).status == (isNew ? 0 : 4))
    }
  }

  @Test func `does not put an old value over a newer one`() throws {
    let store = try TestStore()
    try store.pwstore("save", "m", "n=old")
    try kill(store, atRename: 1, "save m n=killed")
    try store.shell("printf 'newer\\n' | pass insert -m -f m")
    #expect(try store.pwstore("load", "m").text == "newer\n")
    try store.pwstore("save", "other", "n=1")
    #expect(try store.pwstore("load", "m").text == "newer\n")
    #expect(try store.complaints() == "")
  }

  @Test func `starts no hook to read`() throws {
    let store = try TestStore()
    try store.pwstore("save", "k", "n=1")
    let script = """
      printf '#!/bin/sh\\nexec sleep 30\\n' > store/.git/hooks/pre-commit
      chmod +x store/.git/hooks/pre-commit
      timeout --foreground -s KILL 1 "$PW" save k n=2
      timeout 5 "$PW" load k n; timeout 5 "$PW" ls --flat
      rm store/.git/hooks/pre-commit
      "$PW" save j n=1
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "2\nk\n")
    #expect(outcome.errorText.contains("finished a change"))
    let complaints = try store.complaints()
    #expect(complaints == "")
  }

  @Test func `waits for another git, and says so in the end`() throws {
    let store = try TestStore()
    try store.shell("touch store/.git/index.lock; (sleep 0.5; rm store/.git/index.lock) &")
    #expect(try store.pwstore("save", "a", "n=1").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `gives up on a store that stays busy`() throws {
    let store = try TestStore()
    store.pwstore.environment["PWSTORE_LOCK_TIMEOUT"] = "0.1"
    let script = "exec 9< store; flock 9; \"$PW\" save a n=1"
    let outcome = try store.shell(script)
    #expect(outcome.status == 9)
    #expect(outcome.errorText.contains("busy"))
  }
}
