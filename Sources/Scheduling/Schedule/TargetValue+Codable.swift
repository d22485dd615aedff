extension ScheduleElement.Target.Value: Decodable {
  /// Reads a number, `true` or `false`, a date or date-time in quotes, another text in quotes,
  /// `{"text": …}` or `{"data": …}` with Base64.
  ///
  /// A text in quotes that looks like a number is an error, because it is most often meant as one, and
  /// would count as 1 in a sum.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let path = Properties.path(decoder.codingPath)
    if let truth = try? container.decode(Bool.self) {
      self = .boolean(truth)
    } else if let number = try? container.decode(Double.self) {
      try self.init(number, text: "\(number)", field: path)
    } else if let text = try? container.decode(String.self) {
      try self.init(quoted: text, field: path)
    } else if (try? decoder.unkeyedContainer()) != nil {
      throw InputError(.malformed(text: "…", .number), field: path)
    } else {
      self = try ObjectValue(from: decoder).value
    }
  }

  /// A number that sums can take.
  package init(_ number: Double, text: String, field: String) throws(InputError) {
    guard number >= 0, number.isFinite else {
      throw InputError(.outOfRange(text: text, rule: "be 0 or more"), field: field)
    }
    self = .number(number)
  }

  private init(quoted text: String, field: String) throws(InputError) {
    if let moment = Moment(text) {
      self = .date(moment)
    } else if text.looksLikeNumber {
      throw InputError(.malformed(text: text, .number), field: field)
    } else {
      self = .text(text)
    }
  }
}

extension ScheduleElement.Target.Value: Encodable {
  /// Writes what reads back as the same value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .boolean(let truth): try container.encode(truth)
    case .text(let text) where Moment(text) == nil && !text.looksLikeNumber:
      try container.encode(text)
    case .text(let text): try container.encode(["text": text])
    case .date(let moment): try container.encode(moment.description)
    case .data(let bytes): try container.encode(["data": Base64.text(of: bytes)])
    }
  }
}

/// `{"text": …}` or `{"data": …}`.
private struct ObjectValue: Decodable {
  var value: ScheduleElement.Target.Value

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["text", "data"])
    if let text = try properties.text("data") {
      if properties.has("text") {
        throw InputError(.conflict(with: "text"), field: properties.path(to: "data"))
      }
      guard let bytes = Base64.bytes(of: text) else { throw properties.malformed("data", .base64) }
      value = .data(bytes)
    } else {
      value = .text(try properties.require(try properties.text("text"), "text"))
    }
  }
}

extension String {
  /// Whether a text is a number, or digits with the marks of one.
  fileprivate var looksLikeNumber: Bool {
    Double(self) != nil
      || (utf8.contains { 48...57 ~= $0 }
        && utf8.allSatisfy { 48...57 ~= $0 || "+-., ".utf8.contains($0) })
  }
}
