import Glibc
import PWCore

/// The order of names in the user's locale, as `LC_COLLATE` has it.
///
/// No locale is loaded for the order of bytes, which is that of "C" and
/// "C.UTF-8"; and none is set for the process, whose messages and numbers are to
/// stay as they are.
final class NameOrder {
  private let locale: locale_t

  /// Loads the locale's order; `nil` if names are to be in the order of their
  /// bytes, as they also are in a locale that is not installed.
  ///
  /// The corresponding C function is `newlocale`.
  init?(_ environment: Environment) {
    guard let name = environment.locale("LC_COLLATE"),
      let locale = newlocale(LC_COLLATE_MASK, name, nil)
    else { return nil }
    self.locale = locale
  }

  deinit { freelocale(locale) }

  /// Bytes whose order is that of the names.
  ///
  /// The corresponding C function is `strxfrm_l`.
  func sortKey(_ name: ArraySlice<UInt8>) -> [UInt8] {
    let string = name.map { CChar(bitPattern: $0) } + [0]
    var room = 4 * string.count
    while true {
      var needed = 0
      let key = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          needed = strxfrm_l(buffer.baseAddress, string, buffer.count, locale)
        }
        count = min(needed, room)
      }
      if needed < room { return key }
      room = needed + 1
    }
  }
}

extension Environment {
  /// The name of the locale for a category such as `LC_COLLATE`; `nil` for those
  /// that know only bytes, "C" and its like.
  func locale(_ category: String) -> String? {
    let name = self["LC_ALL"] ?? self[category] ?? self["LANG"] ?? "C"
    return ["C", "POSIX", "C.UTF-8", "C.utf8"].contains(name) ? nil : name
  }
}
