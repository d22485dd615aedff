import Diagnostics
import Scheduling

// Names of events in a patient's course.
extension PlanReader {
  typealias Followed = (name: String?, completion: EventTime.Completion?)

  /// `surgery`, `the surgery`, `each surgery`, `the first surgery`, `the last "hospital visit"`, `stretching is
  /// taken`.
  mutating func event()
    -> (name: String?, which: EventAnchor.Selection, completion: EventTime.Completion?)?
  {
    let begin = place
    _ = accept(anyOf: "the", "each", "every")
    let which: EventAnchor.Selection = accept("first") ? .first : accept("last") ? .last : .each
    if let (name, completion) = eventOrCompletion() { return (name, which, completion) }
    place = begin
    return nil
  }

  /// The name of an event, or `stretching is taken` and `stretching is planned` for a task with the id.
  mutating func eventOrCompletion() -> Followed? {
    guard let name = eventName() else { return nil }
    if accept("is", "taken") { return (name, .taken) }
    return (name, accept("is", "planned") ? .planned : nil)
  }

  /// `the last dose`, `the previous tablet`, `the last planned dose`.
  mutating func lastDose() -> EventTime.Completion? {
    let begin = place
    _ = accept("the")
    if accept(anyOf: "last", "previous") {
      let completion: EventTime.Completion = accept("planned") ? .planned : .taken
      if word().map(EventWords.isDose) == true, skip() { return completion }
    }
    place = begin
    return nil
  }

  /// Parses a quoted text, or one word of letters, digits, `-` and `_` that has no other meaning and is not
  /// similar to a word that has.
  mutating func eventName() -> String? {
    if let name = take(kind: \.quoted) { return name }
    guard let first = word(), EventWords.mayName(first) else { return nil }
    let rest = text[tokens[place].text.startIndex...]
    var name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    while name.last == "-" { name.removeLast() }
    guard EventWords.mayName(name.lowercased()) else { return nil }
    guard let last = tokens[place...].firstIndex(where: { $0.text.endIndex >= name.endIndex }),
      tokens[last].text[name.endIndex...].allSatisfy({ $0 == "." })
    else { return nil }
    place = last + 1
    return String(name)
  }

  /// Returns the name of an event as in plans: in quotes unless it is one word without another meaning.
  static func eventWords(_ name: String) -> String {
    var reader = PlanReader(name)
    if reader.eventName() == name, reader.isAtEnd { return name }
    return name.contains { $0 == "\"" || $0.isNewline } ? name : "\"\(name)\""
  }
}

/// The words that may follow `after`, `before`, `at`, `from` and `until` and are not names of events.
enum EventWords {
  /// Whether a word without quotes may be the name of an event.
  static func mayName(_ word: String) -> Bool {
    Vocabulary.isUnknown(word) && !Units.isPlain(word) && !ofTheDay.contains(word)
      && !isDose(word) && !Vocabulary.vagueZones.contains(word)
      && Vocabulary.correction(of: word) == nil
  }

  /// Whether a word means a dose, and so its completion.
  static func isDose(_ word: String) -> Bool { Units.isOfDoses(word) || doses.contains(word) }

  private static let doses: Set<String> = [
    "medication", "medicine", "meds", "drug", "intake", "completion", "completions",
  ]

  /// Words for times and habits of every day, and for moments that a plan cannot know.
  private static let ofTheDay = Set(
    """
    meal meals mealtime mealtimes food foods eating brunch tea teatime lunchtime dinnertime suppertime snack snacks
    waking awakening wakening rising sleep sleeping bath bathing shower showering brushing sunrise sunset dawn dusk
    bed work school home gym workout workouts sports sport activity activities sex intercourse driving travel
    today tomorrow yesterday tonight christmas easter summer winter spring autumn this that these those it them
    next previous further notice gone empty better well healed resolved tolerated symptoms pain fever bleeding
    birthday life lifetime breakfasts lunches dinners evenings your my his her their soon asap completed complete done
    cured clear cleared used exhausted
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
