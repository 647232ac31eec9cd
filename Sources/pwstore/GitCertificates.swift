/// Stands in for the function by which libgit2, when it starts, has the certificates of
/// all authorities read: 8 ms of each command that commits, for HTTPS that this program
/// leaves to git.
///
/// The dynamic linker takes the program's own function before that of a library. In
/// PWCore this would be wrong: another program may use the library itself.
///
/// - Returns: 0, as if the file had held no certificate that matters; a connection that
///   libgit2 made nevertheless would trust nobody.
///
/// The corresponding function of Mbed TLS is `mbedtls_x509_crt_parse_file`.
@_cdecl("mbedtls_x509_crt_parse_file")
public func readNoCertificates(
  _ chain: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?
) -> Int32 { 0 }
