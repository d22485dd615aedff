import Scheduling

/// The frequency of a known `Timing.code`.
struct TimingCode: Hashable, Sendable {
  var frequency: Int
  var frequencyMax: Int?
  var period: Int
  var periodMax: Int?
  var unit: UnitOfTime
  var moments: [DayMoment] = []
  /// The times that a profile assigns to the code.
  var times: [CivilTime] = []

  private init(
    _ frequency: Int, _ frequencyMax: Int?, per period: Int, _ periodMax: Int?, _ unit: UnitOfTime,
    at moments: [DayMoment] = []
  ) {
    (self.frequency, self.frequencyMax) = (frequency, frequencyMax)
    (self.period, self.periodMax) = (period, periodMax)
    (self.unit, self.moments) = (unit, moments)
  }

  /// Returns a frequency per period.
  static func times(
    _ frequency: Int, to frequencyMax: Int? = nil, per period: Int = 1, _ unit: UnitOfTime
  ) -> TimingCode {
    TimingCode(frequency, frequencyMax, per: period, nil, unit)
  }

  /// Returns a frequency of once per period.
  static func every(_ period: Int, to periodMax: Int? = nil, _ unit: UnitOfTime) -> TimingCode {
    TimingCode(1, nil, per: period, periodMax, unit)
  }

  /// Returns a frequency of once a day at one of some events.
  static func daily(_ moments: DayMoment...) -> TimingCode {
    TimingCode(1, nil, per: 1, nil, .d, at: moments)
  }
}

extension TimingCode {
  /// Looks up a coding, with the times of a profile.
  ///
  /// A code without a system matches any system.
  init?(_ coding: CodeableConcept.Coding, _ profile: DosingProfile) {
    guard let code = coding.code else { return nil }
    let known = TimingCode.known(code, of: coding.system)
    if let times = profile.codes[code], known != nil || !TimingCode.isOfOtherMeaning(code, coding) {
      self = known ?? .times(times.count, .d)
      self.times = times
    } else if let known {
      self = known
    } else {
      return nil
    }
  }

  /// Looks up a text that is a GTSAbbreviation code.
  init?(text: String, _ profile: DosingProfile) {
    let trimmed = text.drop(while: \.isWhitespace)
    guard trimmed.utf8.count < 100 else { return nil }
    let word = String(trimmed.prefix { !$0.isWhitespace }).uppercased()
    guard trimmed.dropFirst(word.count).allSatisfy(\.isWhitespace),
      let known = TimingCode.abbreviations[word]
    else { return nil }
    self = known
    times = profile.codes[word] ?? []
  }

  /// Returns whether a coding is HL7's STAT: once, immediately.
  static func isImmediate(_ coding: CodeableConcept.Coding) -> Bool {
    coding.code == "STAT" && (coding.system == nil || coding.system == abbreviationSystem)
  }

  private static let abbreviationSystem =
    "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation"

  private static func known(_ code: String, of system: String?) -> TimingCode? {
    switch system {
    case abbreviationSystem: abbreviations[code]
    case "http://snomed.info/sct": clinicalTerms[code]
    case "http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl",
      "http://ncithesaurus-stage.nci.nih.gov", "urn:oid:2.16.840.1.113883.3.26.1.1":
      frequencyTerms[code]
    case nil: abbreviations[code] ?? clinicalTerms[code] ?? frequencyTerms[code]
    default: nil
    }
  }

  /// Returns whether a code listed in a profile is a known code but of an unknown system.
  private static func isOfOtherMeaning(_ code: String, _ coding: CodeableConcept.Coding) -> Bool {
    coding.system != nil && known(code, of: nil) != nil
  }
}
