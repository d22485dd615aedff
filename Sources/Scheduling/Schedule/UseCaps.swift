/// How often something may be used that is taken as needed, and never has to be.
///
///     element.recurrence = .asNeeded(UseCaps(maximum: 4, per: Period("PT24H")))
public struct UseCaps: Hashable, Sendable {
  /// The most uses in any stretch of ``per``; `nil` is any number.
  public var maximum: Int?
  /// The length of the stretch that ends with each use; there where ``maximum`` is.
  ///
  /// Uses exactly so far apart do not share a stretch. Civil parts are counted on the wall clock.
  public var per: Period?
  /// The least time from one use to the next; `nil` is none.
  public var minGap: Period?

  /// No limit.
  public static let none = UseCaps()

  /// Creates limits.
  public init(maximum: Int? = nil, per: Period? = nil, minGap: Period? = nil) {
    self.maximum = maximum
    self.per = per
    self.minGap = minGap
  }
}

extension UseCaps: Codable {
  /// Reads `{"maximum": 4, "per": "P1D", "minGap": "PT6H"}`, all optional but the first two together;
  /// `true` is without limits.
  public init(from decoder: any Decoder) throws {
    self.init()
    if let isAsNeeded = try? decoder.singleValueContainer().decode(Bool.self), isAsNeeded { return }
    let properties = try Properties(of: decoder, known: ["maximum", "per", "minGap"])
    maximum = try properties.wholeNumber("maximum")
    per = try properties.value("per", .period)
    minGap = try properties.value("minGap", .period)
  }

  /// Writes `{"maximum": …, "per": …, "minGap": …}`, without what is not limited.
  public func encode(to encoder: any Encoder) throws {
    var properties = WrittenProperties(of: encoder)
    try properties.write("maximum", maximum)
    try properties.write("per", text: per)
    try properties.write("minGap", text: minGap)
  }
}

extension UseCaps {
  /// Refuses limits that limit nothing, and halves of one.
  func validate(_ path: String) throws(InputError) {
    func refuse(_ field: String, _ value: some CustomStringConvertible, _ rule: String)
      -> InputError
    {
      InputError(.outOfRange(text: value.description, rule: rule), field: path + field)
    }
    if let maximum {
      if maximum < 1 { throw refuse("maximum", maximum, "be 1 or more") }
      if per == nil { throw InputError(.missing, field: path + "per") }
    } else if per != nil {
      throw InputError(.missing, field: path + "maximum")
    }
    for case (let field, let period?) in [("per", per), ("minGap", minGap)] where period.isZero {
      throw refuse(field, period, "be longer than nothing")
    }
  }

  /// `as needed, at most 4 times in any 24 hours, at least 6 hours apart`.
  var words: String {
    var parts = ["as needed"]
    if let maximum, let per {
      parts.append("at most \(English.times(maximum)) in \(per.words(after: "any"))")
    }
    if let minGap { parts.append("at least \(minGap.length) apart") }
    return parts.joined(separator: ", ")
  }
}
