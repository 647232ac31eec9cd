import CSystem
import Glibc

/// How many columns characters take on a terminal, as the C library knows it.
///
/// That depends on the locale, which is set for this thread alone, and as long as
/// the value lives.
struct ColumnWidths: ~Copyable {
  private let locale: locale_t?
  private let previous: locale_t?

  /// Makes the characters of Unicode known.
  ///
  /// The corresponding C functions are `newlocale` and `uselocale`.
  init() {
    locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    previous = locale.flatMap { uselocale($0) }
  }

  deinit {
    if let locale {
      uselocale(previous)
      freelocale(locale)
    }
  }

  /// The columns of a character: 0, 1 or 2.
  ///
  /// The corresponding C function is `wcwidth`.
  func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII || locale == nil { return 1 }
    let width = csystem_width(scalar.value)
    // What the library does not know is most likely of a newer Unicode.
    return width < 0 ? 1 : Int(width)
  }
}
