extension GPGProgram {
  /// Verifies; see ``GPGContext/verify(_:of:)``.
  ///
  /// What `gpg` says of good signatures on standard error is of no use to
  /// anyone, so that goes nowhere, as in pass.
  func verify(_ signature: [UInt8], of bytes: [UInt8]) throws(GPGError) -> [GPGSignature] {
    let result = try verification(of: signature, bytes)
    let log = GPGStatusLog(result.output)
    let operation = "gpg --verify"
    if let bad = log.arguments(of: "BADSIG").first {
      throw GPGError(
        .badSignature, .verify, operation: operation, recipient: bad.first.map(String.init))
    }
    let found = signatures(in: log)
    guard found.isEmpty else { return found }
    let unknown = log.arguments(of: "ERRSIG").first
    guard result.status == 0 || unknown != nil || log.has("NODATA") else {
      throw failure(result.status, .verify)
    }
    throw GPGError(
      .noSignature, .verify, operation: operation,
      recipient: unknown.flatMap { $0.first.map(String.init) })
  }

  private func verification(
    of signature: [UInt8], _ bytes: [UInt8]
  ) throws(GPGError) -> ChildProcess.Result {
    // The last --status-fd counts, so the options cannot lead the lines elsewhere.
    var child = child(["--status-fd", "1", "--verify", "--", "/dev/fd/3", "-"])
    (child.input, child.errors) = (.bytes(bytes), .discarded)
    do throws(SystemError) {
      let file = try FileDescriptor.inMemory(signature)
      child.thirdFile = file.number
      return try child.run()
    } catch {
      throw failure(error, .verify)
    }
  }

  /// The signatures that fit, as the lines about each tell in this order: that
  /// it fits and is in force or not, its key and date, and the trust in that.
  private func signatures(in log: GPGStatusLog) -> [GPGSignature] {
    var found: [GPGSignature] = []
    var status = GPGSignature.Status.good
    for line in log.lines {
      switch line.keyword {
      case "GOODSIG": status = .good
      case "EXPSIG": status = .expired
      case "EXPKEYSIG": status = .keyExpired
      case "REVKEYSIG": status = .keyRevoked
      case "VALIDSIG" where line.arguments.count > 2:
        let words = line.arguments.map(String.init)
        found.append(
          GPGSignature(
            fingerprint: words[0], primaryFingerprint: words.count > 9 ? words[9] : words[0],
            date: Int(words[2]) ?? 0, status: status, validity: .unknown))
      case let keyword where keyword.hasPrefix("TRUST_"):
        guard let last = found.popLast() else { break }
        found.append(
          GPGSignature(
            fingerprint: last.fingerprint, primaryFingerprint: last.primaryFingerprint,
            date: last.date, status: last.status, validity: Self.validity(keyword)))
      default: break
      }
    }
    return found
  }

  /// What gpgme makes of the keyword.
  private static func validity(_ keyword: String) -> GPGValidity {
    switch keyword {
    case "TRUST_NEVER": .never
    case "TRUST_MARGINAL": .marginal
    case "TRUST_FULLY", "TRUST_ULTIMATE": .full
    default: .unknown
    }
  }
}
