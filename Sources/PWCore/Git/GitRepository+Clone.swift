import Glibc

extension GitRepository {
  /// Makes a copy of another repository.
  ///
  /// Git tells on standard error how far it is, and may ask on the terminal.
  ///
  /// - Parameters:
  ///   - address: Where the other one is: a URL, or a folder.
  ///   - folder: The future work tree, which is empty or does not exist.
  ///   - environment: The variables that git looks at.
  /// - Throws: ``GitTransportError``, or ``GitError``.
  static func clone(
    _ address: [UInt8], to folder: FilePath, environment: GitEnvironment = GitEnvironment()
  ) throws {
    let words = [environment.program, "clone", "--quiet", "--"].map { Array($0.utf8) }
    var child = ChildProcess(words + [address, folder.bytes])
    child.environment = environment.changes()
    child.environment.merge(GitQuestions.variables(forTransportIn: nil)) { $1 }
    child.input = .inherited
    child.output = .standardError
    child.errors = .collected
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try child.run()
    } catch  where error.code == ENOENT {
      throw GitError(.notInstalled, "clone to", folder)
    } catch {
      throw GitError(error, "clone to", folder)
    }
    guard result.status != 0 else { return }
    throw GitTransportError(
      kind: .notCloned, remote: String(decoding: address, as: UTF8.self),
      reason: result.transportReason)
  }
}
