/// How many characters of each class a password has, where it has to have some of
/// each: all possibilities are counted, so that one of them can be drawn.
///
/// With c characters in a class of which at least m are to be there, the number of
/// passwords of length L over classes 1 to k is
///
///     W(k, L) = sum over n from m to L of  C(L, n) * c^n * W(k - 1, L - n)
///
/// with W(0, 0) = 1 and W(0, L) = 0. For n characters of the last class, each
/// summand is the number of places where they can be, times what they can be, times
/// what the other classes can make of the rest.
final class ClassCounts {
  /// A class: how many characters it has, and how many are needed.
  struct Class: Hashable {
    var size: Int
    var minimum: Int
  }

  /// The greatest length for which it takes no time that anybody would notice.
  static let longest = 256

  private let length: Int
  private let classes: [Class]
  /// `table[k][l]`: how many passwords of length l the first k classes make.
  private var table: [[BigNumber]]
  /// The summands that have been needed, by class and length.
  private var known: [[Int]: [BigNumber]] = [:]

  /// Counts.
  ///
  /// - Parameters:
  ///   - length: The length of the password, at most ``longest``.
  ///   - classes: The classes, without a character in common.
  init(length: Int, _ classes: [Class]) {
    (self.length, self.classes) = (length, classes)
    table = [[BigNumber(1)] + Array(repeating: BigNumber(0), count: length)]
    for number in classes.indices {
      // Of all classes together, one length alone is needed.
      let first = number == classes.count - 1 ? length : 0
      table.append(Array(repeating: BigNumber(0), count: length + 1))
      for length in first...length {
        var sum = BigNumber(0)
        for summand in summands(number, length) { sum += summand }
        table[number + 1][length] = sum
      }
    }
  }

  /// How many passwords there are.
  var total: BigNumber { table[classes.count][length] }

  /// Draws the number of characters for each class, each possibility as likely as it
  /// has passwords.
  ///
  /// - Parameter generator: Where the bits come from.
  /// - Returns: The numbers, in the order of the classes; all 0 if there is no
  ///   password.
  func random(using generator: inout some RandomNumberGenerator) -> [Int] {
    var counts = Array(repeating: 0, count: classes.count)
    var rest = length
    for number in classes.indices.reversed() where !table[number + 1][rest].isZero {
      var rank = BigNumber.random(below: table[number + 1][rest], using: &generator)
      var count = classes[number].minimum
      let summands = known[[number, rest]] ?? summands(number, rest)
      known[[number, rest]] = summands
      for summand in summands {
        if rank < summand { break }
        rank -= summand
        count += 1
      }
      counts[number] = count
      rest -= count
    }
    return counts
  }

  /// The summands of a class for a length, from the least number of characters on.
  private func summands(_ number: Int, _ length: Int) -> [BigNumber] {
    let (size, minimum) = (UInt64(classes[number].size), classes[number].minimum)
    guard minimum <= length else { return [] }
    // C(L, n) * c^n, from one n to the next.
    var ways = BigNumber(1)
    var summands: [BigNumber] = []
    for count in 0...length {
      if count >= minimum { summands.append(ways * table[number][length - count]) }
      ways.multiply(by: size * UInt64(length - count))
      ways.divide(by: UInt64(count + 1))
    }
    return summands
  }
}
