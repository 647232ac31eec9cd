import PWCore

/// The lines that make the runner of GitHub Actions hide values in the log.
enum GitHubMasks {
  /// Prints them on standard output, which the runner reads.
  ///
  /// - Throws: ``StreamError``.
  static func write(_ secrets: ExecInput, in session: Session) throws(StreamError) {
    var lines = SecretBytes()
    var shown: [String] = []
    for secret in secrets.secrets {
      let isHidden = secret.value.bytes.withBytes { bytes in
        guard bytes.count <= MaskedValues.longest else { return false }
        let long = MaskedValues.lines(of: bytes).filter { $0.count >= MaskedValues.shortest }
        for line in long { add(bytes.extracting(line), to: &lines) }
        return bytes.count == 0 || !long.isEmpty
      }
      if !isHidden, let name = secret.name { shown.append(name) }
    }
    Exec.warn(of: shown, in: session)
    try session.output.write(lines)
  }

  private static func add(_ value: Span<UInt8>, to lines: inout SecretBytes) {
    lines.append("::add-mask::".utf8)
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: "%"): lines.append("%25".utf8)
      case UInt8(ascii: "\r"): lines.append("%0D".utf8)
      default: lines.append(value[index])
      }
    }
    lines.append(UInt8(ascii: "\n"))
  }
}
