/// Finds what someone may have meant.
///
/// - Parameters:
///   - word: What was typed.
///   - candidates: What would have been understood.
/// - Returns: The nearest candidate that `word` begins, or that few slips of
///   the finger lead to; `nil` if none is near.
func suggestion(for word: String, among candidates: [String]) -> String? {
  let begun = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
  if begun.count == 1 { return begun[0] }
  let limit = max(1, word.count / 3)
  return
    candidates
    .map { (candidate: $0, distance: editDistance(word, $0)) }
    // "ls" is one slip from "rm" and "x" from any letter: that tells nothing.
    .filter { $0.distance <= limit && $0.distance < $0.candidate.count - 1 }
    .min { $0.distance < $1.distance }?.candidate
}

/// The number of letters to insert, drop, replace or swap with the next one.
///
/// The optimal string alignment distance, by three rows of the usual table.
private func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.utf8), Array(b.utf8))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
