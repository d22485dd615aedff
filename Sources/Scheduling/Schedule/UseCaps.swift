/// How often something may be used that is taken as needed, and never has to be.
///
///     element.recurrence = .asNeeded(UseCaps(maximum: 4, per: Period("PT24H")))  // in any 24 hours
///     element.recurrence = .asNeeded(UseCaps(maximum: 4, per: Period("P1D")))  // on any one day
public struct UseCaps: Hashable, Sendable {
  /// The most uses in each period or stretch of ``per``; `nil` is any number.
  public var maximum: Int?
  /// Over what uses are counted; there where ``maximum`` is.
  ///
  /// Whole days, weeks or months are civil periods, those of a ``Quota`` of that length: `P1D` is a day of
  /// the patient's. Anything else rolls: `PT24H` is the stretch of 24 hours that ends with each use, and
  /// uses exactly so far apart do not share it.
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
    for case (let field, let period?) in [("per", per), ("minGap", minGap)]
    where period.isZero || !period.isValid {
      throw refuse(
        field, period,
        period.isZero ? "be longer than nothing" : "have parts of 0 or more within the calendar")
    }
    if let per, per.isOfDays, !Quota.takes(per) { throw refuse("per", per, "be a century at most") }
  }

  /// The maximum as a quota of civil periods, one after the other; `nil` where stretches roll, or nothing is
  /// limited.
  public var civil: Quota? {
    guard let maximum, let per, per.isOfDays else { return nil }
    return Quota(maximum, per: per)
  }

  /// `as needed, at most 4 times in any 24 hours, at least 6 hours apart`; of a civil period `once a day`.
  var words: String {
    var parts = ["as needed"]
    if let civil {
      parts.append("at most \(civil.words)")
    } else if let maximum, let per {
      parts.append("at most \(English.times(maximum)) in \(per.words(after: "any"))")
    }
    if let minGap { parts.append("at least \(minGap.length) apart") }
    return parts.joined(separator: ", ")
  }
}
