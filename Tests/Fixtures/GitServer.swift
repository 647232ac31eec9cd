import Foundation

/// Bare git repositories behind HTTP with basic authentication, on a port of this
/// machine that only one user may use; ends with the object.
public final class GitServer {
  /// Where it is, with a slash at the end.
  public let address: String
  private let process: pid_t

  /// Starts the server, and waits until it listens.
  ///
  /// - Parameters:
  ///   - folder: Where the repositories are.
  ///   - user: Who may use it.
  ///   - password: And by which password.
  ///   - environment: The whole environment of git.
  /// - Throws: An error if Python cannot be started.
  public init(
    of folder: String, user: String, password: String, environment: [String: String]
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(ends[0]) }
    let arguments = ["env", "python3", "-c", Self.script, folder, "\(user):\(password)"]
    process = try spawn(
      "/usr/bin/env", arguments.map { Array($0.utf8) }, environment: environment, session: true
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    }
    close(ends[1])
    var port = ""
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      port.unicodeScalars.append(Unicode.Scalar(byte))
    }
    address = "http://127.0.0.1:\(port)/"
  }

  deinit {
    kill(process, SIGTERM)
    _ = waitForEnd(of: process)
  }

  /// Answers by `git http-backend`, once the user is known.
  private static let script = #"""
    import base64, http.server, os, subprocess, sys

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            expected = base64.b64encode(sys.argv[2].encode()).decode()
            if self.headers.get("Authorization") != "Basic " + expected:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            variables = {
                "GIT_PROJECT_ROOT": sys.argv[1], "GIT_HTTP_EXPORT_ALL": "1", "REMOTE_USER": "user",
                "REQUEST_METHOD": self.command, "PATH_INFO": path, "QUERY_STRING": query,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            }
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = subprocess.run(
                ["git", "http-backend"], input=body, env={**os.environ, **variables},
                stdout=subprocess.PIPE).stdout
            self.wfile.write(b"HTTP/1.0 200 OK\r\n" + reply)
            self.close_connection = True
        do_GET = do_POST = answer

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """#
}
