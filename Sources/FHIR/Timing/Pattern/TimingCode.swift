import Scheduling

/// How often something is done, as a known code of `Timing.code` has it.
struct TimingCode: Hashable, Sendable {
  var frequency: Int
  var frequencyMax: Int?
  var period: Int
  var periodMax: Int?
  var unit: UnitOfTime
  var moments: [DayMoment] = []
  /// The hours that a profile sets in place of the code's.
  var times: [CivilTime] = []

  private init(
    _ frequency: Int, _ frequencyMax: Int?, per period: Int, _ periodMax: Int?, _ unit: UnitOfTime,
    at moments: [DayMoment] = []
  ) {
    (self.frequency, self.frequencyMax) = (frequency, frequencyMax)
    (self.period, self.periodMax) = (period, periodMax)
    (self.unit, self.moments) = (unit, moments)
  }

  /// So many times in a period.
  static func times(
    _ frequency: Int, to frequencyMax: Int? = nil, per period: Int = 1, _ unit: UnitOfTime
  ) -> TimingCode {
    TimingCode(frequency, frequencyMax, per: period, nil, unit)
  }

  /// Once in every period.
  static func every(_ period: Int, to periodMax: Int? = nil, _ unit: UnitOfTime) -> TimingCode {
    TimingCode(1, nil, per: period, periodMax, unit)
  }

  /// Once a day at one of some events.
  static func daily(_ moments: DayMoment...) -> TimingCode {
    TimingCode(1, nil, per: 1, nil, .d, at: moments)
  }
}

extension TimingCode {
  /// The known meaning of a coding, with the hours of a profile; a code without system is known as it is.
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

  /// The meaning of a text that is one of the codes of GTSAbbreviation.
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

  /// Whether a coding is STAT of HL7, which is done once, at once.
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

  /// Whether a code that a profile lists is one of the known ones, but of a system that is unknown.
  private static func isOfOtherMeaning(_ code: String, _ coding: CodeableConcept.Coding) -> Bool {
    coding.system != nil && known(code, of: nil) != nil
  }
}
