/// Why there is no QR code.
public enum QRCodeError: Failure, Hashable {
  /// There is nothing to say.
  case empty
  /// It is more than a code can hold.
  case tooLong
  /// The library failed with this `errno`.
  case failed(Int32)

  /// What is wrong.
  public var description: String {
    switch self {
    case .empty: "could not make a QR code: there is nothing to show"
    case .tooLong: "could not make a QR code: it holds 2953 bytes at most"
    case .failed(let code): "could not make a QR code: libqrencode failed with error \(code)"
    }
  }

  /// Always ``ExitCode/failure``.
  public var exitCode: ExitCode { .failure }

  /// Nothing helps.
  public var hint: String? { nil }
}
