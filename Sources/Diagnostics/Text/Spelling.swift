/// Suggestions for misspelled words.
package enum Spelling {
  /// The length of the longest word that is compared.
  private static let longest = 40

  /// Returns the known word with the smallest edit distance; `nil` if none is near enough.
  ///
  /// The distance counts insertions, deletions, substitutions and transpositions of neighbours, up to a third
  /// of the letters, without regard to case. Of equally near words the first is returned.
  package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count <= longest else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let other = Array(candidate.lowercased().prefix(longest + 1))
      let most = min(max(1, max(letters.count, other.count) / 3), (best?.distance ?? .max) - 1)
      guard abs(letters.count - other.count) <= most else { continue }
      let distance = distance(letters, other)
      if distance <= most { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the question `did you mean …?` with the nearest known word; empty if none is near enough.
  package static func suggestion(_ word: String, in known: some Sequence<String>) -> String {
    nearest(to: word, in: known).map { "did you mean '\($0)'? " } ?? ""
  }

  /// Returns whether two names are one name with a typing error, and not those of different things.
  ///
  /// They differ in letter case, hyphens, underscores and spaces only, or by a single slip in one word of five
  /// letters or more: two neighbours transposed, a letter missing or added, or one vowel for another. The first
  /// letters of words and all digits are the same. So `admission` is neither `readmission` nor `remission`, and
  /// `infection` is not `injection`.
  ///
  /// - Complexity: O(*n*) for *n* letters.
  package static func isSlip(_ name: String, for other: String) -> Bool {
    let (words, others) = (words(of: name), words(of: other))
    if words.joined().elementsEqual(others.joined()) { return true }
    guard words.count == others.count, digits(name) == digits(other) else { return false }
    let changed = zip(words, others).filter { $0 != $1 }
    return changed.count == 1 && isSlip(changed[0].0, for: changed[0].1)
  }

  private static func digits(_ name: String) -> String { name.filter(\.isNumber) }

  private static func words(of name: String) -> [[Character]] {
    name.lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }.map { Array($0) }
  }

  private static func isSlip(_ word: [Character], for other: [Character]) -> Bool {
    let (short, long) = word.count < other.count ? (word, other) : (other, word)
    guard short.count >= 5, short[0] == long[0],
      (short + long).allSatisfy({ $0.isCased || $0.isNumber })
    else { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    let (left, right) = (short[start...], long[start...])
    if short.count != long.count { return left.elementsEqual(right.dropFirst()) }
    if left.dropFirst().elementsEqual(right.dropFirst()) {
      return isVowel(left[start]) && isVowel(right[start])
    }
    return left.dropFirst(2).elementsEqual(right.dropFirst(2))
      && left.prefix(2).elementsEqual(right.prefix(2).reversed())
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiouyäöüåæøœ".contains(letter) }

  /// Returns the Damerau–Levenshtein distance (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
