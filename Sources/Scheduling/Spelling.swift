/// What a word that nobody knows was probably meant to be.
package enum Spelling {
  /// The longest word that is compared; what is longer is no misspelling.
  private static let longest = 40

  /// The known word from which the fewest letters differ; `nil` where too many do.
  ///
  /// A letter left out, put in, put in another's place, or two neighbours exchanged are each one
  /// difference; a third of the letters may differ, and capitals do not matter. Of equally near words the
  /// first counts.
  ///
  ///     Spelling.nearest(to: "reprot", in: ["import", "report"])  // "report"
  ///
  /// - Complexity: O(*n*) for *n* known words.
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

  /// The number of single changes that make one word the other, by Damerau's count.
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
