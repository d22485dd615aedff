import Diagnostics

extension ScheduleElement.Target: Decodable {
  /// Decodes `{"value": …, "type": …, "condition": …, "units": …, "kind": …}`, with only the value required,
  /// or `{"low": …, "high": …}` instead of the value; with `"nonNegative": true` negative values are not
  /// credited.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder,
      known: ["value", "type", "low", "high", "condition", "units", "kind", "nonNegative"])
    self.init(
      try Condition(properties),
      units: try properties.text("units"), kind: try properties.text("kind"))
    isNonNegative = try properties.boolean("nonNegative") ?? false
  }
}

extension ScheduleElement.Target: Encodable {
  /// Encodes a target; the condition is omitted for `atLeast` and ranges.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try writeValue(to: &properties)
    switch condition {
    case .atLeast: break
    case .atMost: try properties.write("condition", ConditionName.atMost)
    case .exactly: try properties.write("condition", ConditionName.exactly)
    case .within(let range):
      try properties.write("low", range.lowerBound)
      try properties.write("high", range.upperBound)
    }
    try properties.write("units", units)
    try properties.write("kind", kind)
    if isNonNegative { try properties.write("nonNegative", true) }
  }
}

extension ScheduleElement.Target {
  private func writeValue(to properties: inout WrittenProperties) throws {
    switch condition.value {
    case nil: break
    case .number(let number): try properties.write("value", number)
    case .boolean(let truth): try properties.write("value", truth)
    case .text(let text): try properties.write("value", text)
    case .date(let moment): try properties.write("value", moment.description)
    case .data(let bytes): try properties.write("value", Base64.text(of: bytes))
    }
    try properties.write("type", condition.value?.neededType)
  }
}

private enum ConditionName: String, CaseIterable, Encodable {
  case atLeast, atMost, exactly, within
}

extension ScheduleElement.Target.Condition {
  fileprivate init(_ properties: Properties) throws(InputError) {
    let name: ConditionName? = try properties.choice("condition")
    let isRange = properties.has("low") || properties.has("high")
    switch name ?? (isRange ? .within : .atLeast) {
    case .within: self = .within(try Self.range(properties))
    case .atLeast: self = .atLeast(try Self.value(properties))
    case .atMost: self = .atMost(try Self.value(properties))
    case .exactly: self = .exactly(try Self.value(properties))
    }
  }

  private static func value(_ properties: Properties) throws(InputError)
    -> ScheduleElement.Target.Value
  {
    for name in ["low", "high"] where properties.has(name) {
      throw InputError(.conflict(with: "condition"), field: properties.path(to: name))
    }
    return try properties.require(try properties.typedValue(), "value")
  }

  private static func range(_ properties: Properties) throws(InputError) -> ClosedRange<Double> {
    if properties.has("type") {
      throw InputError(.conflict(with: "low"), field: properties.path(to: "type"))
    }
    if properties.has("value") {
      let other = properties.has("low") ? "low" : properties.has("high") ? "high" : "condition"
      throw InputError(.conflict(with: other), field: properties.path(to: "value"))
    }
    let low = try properties.require(try properties.number("low"), "low")
    let high = try properties.require(try properties.number("high"), "high")
    guard low <= high else {
      throw InputError(
        .outOfRange(text: "\(high)", rule: "not be less than 'low'"),
        field: properties.path(to: "high"))
    }
    return low...high
  }
}
