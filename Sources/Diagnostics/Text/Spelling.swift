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
