import Diagnostics
import Scheduling

// Verbs, routes, names, reasons and supplies, which do not affect the times.
extension PlanReader {
  /// Parses the name of a medication before its amount, with its strength if another amount
  /// follows.
  mutating func name() -> String? {
    let begin = place
    if letterDays() != nil {
      place = begin
      return nil
    }
    if word().map(Units.isOfDoses) == true { place += 1 }
    guard freeWords() != nil, restOfName() else {
      place = begin
      return nil
    }
    if areTurnsNext { return words(begin..<place) }
    var last = place
    while let strength = try? amount() {
      if word().map(Units.isOfDoses) == true { place += 1 }
      let end = place
      _ = accept(sign: ",")
      _ = accept(sign: ":")
      if word().map(Vocabulary.verbs.contains) == true { place += 1 }
      let isStrength = isDoseNext && !isDistanceNext && !sees(PlanReader.dosesApart)
      if isStrength || strength.target.units == "%" { last = end } else { break }
    }
    place = last
    return words(begin..<place)
  }

  private static let dosesApart = TokenPattern("<dosesApart>")

  /// Parses the name of an activity or of a medication without an amount: after a verb any words, otherwise words that
  /// end in an activity, as in `blood pressure check`.
  mutating func thing() -> String? {
    let begin = place
    let isBehindVerb = begin > 0 && Vocabulary.verbs.contains(word(ahead: -1) ?? "")
    var end: Int?
    while place < begin + 4, let word = word(), !isCourseNext {
      let isActivity = Units.activities.contains(word)
      let isFree =
        Vocabulary.isUnknown(word) && !Units.isPlain(word) && Vocabulary.correction(of: word) == nil
      let isForm = isBehindVerb && Units.isOfDoses(word)
      guard isActivity || isFree || isForm || isAcronymNext else { break }
      place += 1
      if isFree { skipJoinedNumber() }
      // Short words may be misspelled abbreviations.
      if isActivity || isForm || isBehindVerb && word.count > 4 { end = place }
    }
    place = end ?? begin
    return end.map { words(begin..<$0) }
  }

  /// Parses the name of a medication after its amount: `metformin`, `of aspirin 100 mg`.
  ///
  /// Short words may be misspelled abbreviations, so they are names only after `of`.
  mutating func nameBehindAmount() -> String? {
    let begin = place
    let isTold = accept("of")
    let first = place
    let mayName = word().map { isTold || $0.count > 4 && $0 != "initially" } == true
    guard mayName, freeWords() != nil else {
      place = begin
      return nil
    }
    let last = place
    if let strength = try? amount(), strength.target.units.map(Units.isOfDoses) == false {
      return words(first..<place)
    }
    place = last
    return words(first..<last)
  }

  /// Whether the next amount is the time before or after something, as in `30 minutes before breakfast`.
  var isDistanceNext: Bool {
    var ahead = self
    return (try? ahead.distance()) ?? nil != nil
  }

  /// Consumes the rest of a name up to an amount, as in `vitamin D` and `co-codamol 30/500`;
  /// returns `false` if no amount follows.
  private mutating func restOfName() -> Bool {
    for _ in 0..<8 {
      if isDoseNext || areTurnsNext { return true }
      switch kind() {
      case .pattern?: return true
      case .word(let word)?
      where Vocabulary.isUnknown(word) || ["d", "c", "e", "k", "w"].contains(word): place += 1
      case .number?, .decimal?, .sign("-")?, .sign("/")?, .unknown?: place += 1
      default: return false
      }
    }
    return false
  }

  /// Parses up to four words that have no meaning in plans and are not similar to any that do.
  mutating func freeWords() -> String? {
    let begin = place
    while place < begin + 4, let word = word(), !isCourseNext {
      // "co-trimoxazole", "PHQ-9"
      let isJoined = word == "co" && isJoinedNext
      guard
        isJoined
          || Vocabulary.isUnknown(word) && !Units.isPlain(word)
            && Vocabulary.correction(of: word) == nil
      else { break }
      place += isJoined ? 3 : 1
      skipJoinedNumber()
    }
    return place > begin ? words(begin..<place) : nil
  }

  /// Whether words for one dose, or for another one, are next, whose first word has no meaning otherwise.
  private var isCourseNext: Bool {
    ["single", "repeat", "again"].contains(word()) && sees(PlanReader.courseWords)
  }

  private static let courseWords = TokenPattern(
    "single <dose> | repeat|again [once] in|after <numberedLength>")

  private var areTurnsNext: Bool {
    var ahead = self
    return ahead.turns() != nil
  }

  /// Consumes the number of `PHQ-9`, which no unit of an amount follows.
  private mutating func skipJoinedNumber() {
    guard kind() == .sign("-"), kind(ahead: 1)?.number != nil,
      tokens[place - 1].text.endIndex == tokens[place].text.startIndex,
      tokens[place].text.endIndex == tokens[place + 1].text.startIndex
    else { return }
    var ahead = self
    ahead.place += 2
    guard ahead.word().map(Units.activities.contains) == true || ahead.unit() == nil else { return }
    place += 2
  }

  /// Whether capitals without a meaning in plans are next, and an activity behind them, as in `INR check`.
  private var isAcronymNext: Bool {
    guard let word = word(), Vocabulary.isUnknown(word), 2...5 ~= word.count,
      tokens[place].text.allSatisfy(\.isUppercase), let next = self.word(ahead: 1)
    else { return false }
    return Units.activities.contains(next)
  }

  /// Whether a hyphen joins the next word with another one.
  private var isJoinedNext: Bool {
    guard kind(ahead: 1) == .sign("-"), word(ahead: 2) != nil else { return false }
    return tokens[place].text.endIndex == tokens[place + 1].text.startIndex
      && tokens[place + 1].text.endIndex == tokens[place + 2].text.startIndex
  }

  /// A verb before a dose, or its route: `take`, `by mouth`, `under the tongue`.
  mutating func note() -> String? {
    if let verb = word(), Vocabulary.verbs.contains(verb), word(ahead: 1) != "not" {
      place += 1
      return verb
    }
    guard
      let route = word().flatMap({ Vocabulary.routes[$0] })?.first(where: { route in
        route.indices.allSatisfy { word(ahead: $0) == route[$0] }
      })
    else { return nil }
    place += route.count
    return route.joined(separator: " ")
  }

  /// Returns the text of an element as a clause of a plan, in quotes unless all its words are
  /// notes; `nil` if it cannot be quoted.
  static func note(_ text: String) -> String? {
    var reader = PlanReader(text)
    var notes: [String] = []
    while let note = reader.note() { notes.append(note) }
    if text.isEmpty || reader.isAtEnd && notes.joined(separator: " ") == text {
      return text.isEmpty ? nil : text
    }
    return text.contains { $0 == "\"" || $0.isNewline } ? nil : "\"\(text)\""
  }
}
