import AdherenceAnalytics
import Diagnostics
import Scheduling

extension Properties: Fields {
  func choice(_ name: String, of allowed: [String]) throws(InputError) -> String? {
    guard let text = try text(name) else { return nil }
    if allowed.contains(text) { return text }
    throw InputError(.notOneOf(text: text, allowed: allowed), field: path(to: name))
  }

  func list(_ name: String) throws(InputError) -> [String] {
    try decode(name, .list) ?? []
  }

  /// Returns the single text `note`, or all `notes`, each a text or an object.
  func notes() throws(InputError) -> [RecordNote] {
    if let note = try text("note") {
      if has("notes") { throw InputError(.conflict(with: "notes"), field: path(to: "note")) }
      return [RecordNote(note)]
    }
    let lines: [NoteLine] = try decode("notes", .list) ?? []
    return lines.map(\.note)
  }

  func texts(in object: String, known: [String]?) throws(InputError) -> [String: String]? {
    guard let texts: [String: String] = try decode(object, .object) else { return nil }
    for name in texts.keys.sorted() where known?.contains(name) == false {
      throw InputError(.unknown(allowed: known ?? []), field: path(to: "\(object).\(name)"))
    }
    return texts
  }

  func numbers(in object: String, known: [String]) throws(InputError) -> [String: Double]? {
    guard let line: NumberLine = try decode(object, .object) else { return nil }
    for name in line.numbers.keys.sorted() where !known.contains(name) {
      throw InputError(.unknown(allowed: known), field: path(to: "\(object).\(name)"))
    }
    return line.numbers
  }

  func labelled(_ name: String) throws(InputError) -> [LabelledValue] {
    let lines: [LabelledLine] = try decode(name, .list) ?? []
    return lines.map(\.value)
  }

  func zone() throws(InputError) -> Zone? {
    try decode("zone", as: ZoneLine.self, .zone)?.zone
  }
}

/// An object of numbers.
private struct NumberLine: Decodable {
  let numbers: [String: Double]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Properties.Key.self)
    let names = container.allKeys.map(\.stringValue)
    let properties = try Properties(of: decoder, known: names)
    var numbers: [String: Double] = [:]
    for name in names.sorted() { numbers[name] = try properties.number(name) }
    self.numbers = numbers
  }
}

/// The JSON of a note: a text or an object.
private struct NoteLine: Decodable {
  let note: RecordNote

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      note = RecordNote(text)
      return
    }
    let properties = try Properties(of: decoder, known: ["content", "title", "author", "time"])
    note = RecordNote(
      try properties.require(try properties.text("content"), "content"),
      title: try properties.text("title"), author: try properties.text("author"),
      at: try properties.value("time", .instant))
  }
}

/// A value with its label, or a value only.
private struct LabelledLine: Decodable {
  let value: LabelledValue

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      value = LabelledValue("", text)
      return
    }
    let properties = try Properties(of: decoder, known: ["label", "value"])
    value = LabelledValue(
      try properties.text("label") ?? "",
      try properties.require(try properties.text("value"), "value"))
  }
}

/// The JSON of a zone: its name, or the stays of a traveller starting with home.
private struct ZoneLine: Decodable {
  let zone: Zone

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let name = try? container.decode(String.self) {
      let path = Properties.path(decoder.codingPath)
      guard let zone = Zone(name) else {
        throw InputError(.malformed(text: name, .zone), field: path)
      }
      self.zone = zone
      return
    }
    let stays = try container.decode([StayLine].self)
    guard let home = stays.first else {
      throw InputError(.missing, field: Properties.path(decoder.codingPath))
    }
    let arrivals = try stays.dropFirst().map { stay throws(InputError) in
      Zone.Arrival(from: try stay.requireFrom(), zone: stay.zone)
    }
    zone = arrivals.isEmpty ? home.zone : Zone(home: home.zone, arrivals: arrivals)
  }
}

/// A zone with the time from which it applies; the home zone needs none.
private struct StayLine: Decodable {
  let zone: Zone
  private let from: Instant?
  private let properties: Properties

  init(from decoder: any Decoder) throws {
    properties = try Properties(of: decoder, known: ["from", "zone"])
    from = try properties.value("from", .instant)
    zone = try properties.require(try properties.zone(), "zone")
  }

  func requireFrom() throws(InputError) -> Instant { try properties.require(from, "from") }
}
