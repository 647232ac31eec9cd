import Glibc

/// A natural number of any size, for counting passwords exactly.
struct BigNumber {
  /// 64 bits each, the lowest first; the last one is not 0.
  private var digits: [UInt64]

  init(_ number: UInt64) { digits = number == 0 ? [] : [number] }

  /// Whether it is 0.
  var isZero: Bool { digits.isEmpty }

  /// The logarithm to the base 2; minus infinity for 0.
  var log2: Double {
    guard let high = digits.last else { return -.infinity }
    let low = digits.count > 1 ? digits[digits.count - 2] : 0
    // More would make no difference to a number with 53 bits.
    let head = Double(high) + Double(low) / 0x1p64
    return Glibc.log2(head) + 64 * Double(digits.count - 1)
  }

  /// Draws a number below a bound, each as likely as the others.
  ///
  /// - Parameters:
  ///   - bound: What it is below; not 0.
  ///   - generator: Where the bits come from.
  /// - Returns: The number.
  static func random(
    below bound: BigNumber, using generator: inout some RandomNumberGenerator
  ) -> BigNumber {
    let mask = UInt64.max >> UInt64(bound.digits.last?.leadingZeroBitCount ?? 0)
    while true {
      var number = bound
      for index in number.digits.indices { number.digits[index] = generator.next() }
      // More than half of these are below.
      if !number.digits.isEmpty { number.digits[number.digits.count - 1] &= mask }
      number.trim()
      if number < bound || bound.isZero { return number }
    }
  }

  /// A power of a number.
  static func power(_ base: Int, _ exponent: Int) -> BigNumber {
    var result = BigNumber(1)
    for _ in 0..<exponent { result.multiply(by: UInt64(base)) }
    return result
  }

  static func += (sum: inout BigNumber, other: BigNumber) {
    var carry: UInt64 = 0
    for index in 0..<max(sum.digits.count, other.digits.count) {
      if index == sum.digits.count { sum.digits.append(0) }
      let (first, isOver) = sum.digits[index].addingReportingOverflow(carry)
      let digit = index < other.digits.count ? other.digits[index] : 0
      let (second, isOverAgain) = first.addingReportingOverflow(digit)
      sum.digits[index] = second
      carry = isOver || isOverAgain ? 1 : 0
    }
    if carry > 0 { sum.digits.append(carry) }
  }

  /// Subtracts a number that is not greater.
  static func -= (difference: inout BigNumber, other: BigNumber) {
    var borrow: UInt64 = 0
    for index in difference.digits.indices {
      let (first, isUnder) = difference.digits[index].subtractingReportingOverflow(borrow)
      let digit = index < other.digits.count ? other.digits[index] : 0
      let (second, isUnderAgain) = first.subtractingReportingOverflow(digit)
      difference.digits[index] = second
      borrow = isUnder || isUnderAgain ? 1 : 0
    }
    difference.trim()
  }

  static func * (a: BigNumber, b: BigNumber) -> BigNumber {
    var product = BigNumber(0)
    guard !a.isZero, !b.isZero else { return product }
    product.digits = Array(repeating: 0, count: a.digits.count + b.digits.count)
    for (place, digit) in a.digits.enumerated() {
      var carry: UInt64 = 0
      for (index, other) in b.digits.enumerated() {
        let parts = digit.multipliedFullWidth(by: other)
        let (first, isOver) = parts.low.addingReportingOverflow(carry)
        let (second, isOverAgain) = first.addingReportingOverflow(product.digits[place + index])
        product.digits[place + index] = second
        carry = parts.high &+ (isOver ? 1 : 0) &+ (isOverAgain ? 1 : 0)
      }
      product.digits[place + b.digits.count] = carry
    }
    product.trim()
    return product
  }

  /// Multiplies by a small number.
  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in digits.indices {
      let parts = digits[index].multipliedFullWidth(by: factor)
      let (low, isOver) = parts.low.addingReportingOverflow(carry)
      digits[index] = low
      carry = parts.high &+ (isOver ? 1 : 0)
    }
    if carry > 0 { digits.append(carry) }
    trim()
  }

  /// Divides by a small number that is not 0, and drops the remainder.
  mutating func divide(by divisor: UInt64) {
    var remainder: UInt64 = 0
    for index in digits.indices.reversed() {
      (digits[index], remainder) = divisor.dividingFullWidth((remainder, digits[index]))
    }
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }
}

extension BigNumber: Comparable {
  static func < (a: BigNumber, b: BigNumber) -> Bool {
    guard a.digits.count == b.digits.count else { return a.digits.count < b.digits.count }
    for index in a.digits.indices.reversed() where a.digits[index] != b.digits[index] {
      return a.digits[index] < b.digits[index]
    }
    return false
  }
}
