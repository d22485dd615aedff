import Diagnostics
import Scheduling

// Zones.
extension PlanReader {
  /// `New York time`, `America/New_York`, `UTC`.
  mutating func namedZone() throws(InputError) -> Zone? {
    if let zone = take(kind: \.zone) { return zone }
    if accept("utc") { return .utc }
    return try townsZone() ?? singleName()
  }

  /// Whether a name with a slash is next that is not a known zone.
  var isUnknownZoneNext: Bool {
    guard case .unknown? = kind() else { return false }
    let text = tokens[place].text
    return text.contains("/") && text.first?.isLetter == true
  }

  /// `New York time`.
  private mutating func townsZone() throws(InputError) -> Zone? {
    for length in 1...5 {
      guard place + length < tokens.count, let word = word(ahead: length) else { continue }
      guard word == "time" else { continue }
      let town = words(place..<place + length)
      guard let zone = Zone.ofTown(town) else {
        // "at Berlin time"
        guard let first = self.word(), Vocabulary.isUnknown(first) else { return nil }
        throw InputError(
          .notUnderstood(
            word: town + " time", after: "", cure: "name a zone, as in America/New_York"))
      }
      place += length + 1
      return zone
    }
    return nil
  }

  /// A zone name of one word, such as `EST5EDT`.
  private mutating func singleName() -> Zone? {
    guard let token = tokens[safely: place], case .word = token.kind else { return nil }
    let chunk = text[token.text.startIndex...].prefix { !$0.isWhitespace && !",;)".contains($0) }
    guard chunk.utf8.count > 3 || Zone.abbreviations.contains(String(chunk)),
      let zone = Zone(String(chunk))
    else { return nil }
    while place < tokens.count, tokens[place].text.startIndex < chunk.endIndex { place += 1 }
    return zone
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { index < count ? self[index] : nil }
}

extension Zone {
  /// The zone names of three letters that are accepted; other abbreviations are ambiguous.
  fileprivate static let abbreviations: Set<String> = [
    "CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "WET",
  ]
}
