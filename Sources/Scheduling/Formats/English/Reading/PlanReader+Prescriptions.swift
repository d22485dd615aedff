// What prescriptions say beside how much and when.
extension PlanReader {
  /// `take`, `by mouth`, `under the tongue`: how a dose is given.
  mutating func prescription() throws(InputError) -> Bool {
    let isFirst = place == draft.firstToken
    guard let note = note() else { return false }
    if isFirst, isAtEnd { throw unexpected("say how often, as in every day", or: ["every day"]) }
    draft.notes.append(note)
    return true
  }

  private mutating func note() -> String? {
    if let verb = word(), Vocabulary.verbs.contains(verb) {
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

  /// The text of an element as a clause of a plan; `nil` where plans cannot say it.
  static func note(_ text: String) -> String? {
    var reader = PlanReader(text)
    var notes: [String] = []
    while let note = reader.note() { notes.append(note) }
    return reader.isAtEnd && notes.joined(separator: " ") == text && !text.isEmpty ? text : nil
  }
}
