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

// The supported codes of `Timing.code`.
extension TimingCode {
  /// HL7's GTSAbbreviation.
  static let abbreviations: [String: TimingCode] = [
    "QD": .every(1, .d),
    "BID": .times(2, .d),
    "TID": .times(3, .d),
    "QID": .times(4, .d),
    "QOD": .every(2, .d),
    "Q1H": .every(1, .h),
    "Q2H": .every(2, .h),
    "Q3H": .every(3, .h),
    "Q4H": .every(4, .h),
    "Q6H": .every(6, .h),
    "Q8H": .every(8, .h),
    "AM": .daily(.morning),
    "PM": .daily(.afternoon, .evening),
    "BED": .daily(.bedtime),
    "WK": .every(1, .wk),
    "MO": .every(1, .mo),
  ]

  /// SNOMED CT frequencies, as used by HL7 measures.
  static let clinicalTerms: [String: TimingCode] = [
    "229797004": .every(1, .d),
    "229799001": .times(2, .d),
    "229798009": .times(3, .d),
    "307439001": .times(4, .d),
    "396125000": .every(24, .h),
    "307470009": .every(12, .h),
    "307469008": .every(8, .h),
    "307468000": .every(6, .h),
    "225756002": .every(4, .h),
    "396126004": .every(36, .h),
    "396130001": .every(40, .h),
    "396131002": .every(48, .h),
    "396143001": .every(72, .h),
    "396140003": .every(8, to: 12, .h),
    "396139000": .every(6, to: 8, .h),
    "225754004": .every(3, to: 4, .h),
    "396127008": .every(3, to: 6, .h),
    "225752000": .every(2, to: 4, .h),
    "396107007": .times(1, to: 2, .d),
    "396108002": .times(1, to: 3, .d),
    "396109005": .times(1, to: 4, .d),
    "396111001": .times(2, to: 4, .d),
  ]
}

extension TimingCode {
  /// The dosing frequencies of the NCI Thesaurus, as used by CDISC.
  static let frequencyTerms: [String: TimingCode] = [
    "C64526": .every(1, .wk),  // 1 time per week
    "C139179": .times(10, .mo),  // 10 days per month
    "C64497": .times(2, .wk),  // 2 times per week
    "C98861": .times(2, .a),  // 2 times per year
    "C98859": .times(3, .mo),  // 3 times per month
    "C64528": .times(3, .wk),  // 3 times per week
    "C98860": .times(3, .a),  // 3 times per year
    "C98852": .times(4, .mo),  // 4 times per month
    "C64531": .times(4, .wk),  // 4 times per week
    "C98853": .times(4, .a),  // 4 times per year
    "C98849": .times(5, .d),  // 5 times per day
    "C98850": .times(5, .mo),  // 5 times per month
    "C85552": .times(5, .wk),  // 5 times per week
    "C98851": .times(5, .a),  // 5 times per year
    "C98855": .times(6, .d),  // 6 times per day
    "C98856": .times(6, .mo),  // 6 times per month
    "C98857": .times(6, .wk),  // 6 times per week
    "C98858": .times(6, .a),  // 6 times per year
    "C139180": .times(7, .d),  // 7 times per day
    "C98854": .times(7, .wk),  // 7 times per week
    "C139181": .times(8, .d),  // 8 times per day
    "C139182": .times(9, .d),  // 9 times per day
    "C64496": .times(2, .d),  // BID
    "C71129": .times(2, .mo),  // BIM
    "C161332": .every(12, .wk),  // every 12 weeks
    "C161336": .every(16, .wk),  // every 16 weeks
    "C71127": .every(2, .wk),  // every 2 weeks
    "C64535": .every(3, .wk),  // every 3 weeks
    "C161333": .every(3, .a),  // every 3 years
    "C64529": .every(4, .wk),  // every 4 weeks
    "C103390": .every(5, .wk),  // every 5 weeks
    "C161334": .every(5, .a),  // every 5 years
    "C89788": .every(6, .wk),  // every 6 weeks
    "C116149": .every(7, .wk),  // every 7 weeks
    "C103389": .every(8, .wk),  // every 8 weeks
    "C154484": .daily(.afternoon),  // every afternoon
    "C160957": .daily(.evening),  // every evening
    "C67069": .every(1, .wk),  // every week
    "C74924": .every(1, .a),  // PA
    "C64500": .every(10, .h),  // Q10H
    "C64501": .every(11, .h),  // Q11H
    "C64502": .every(12, .h),  // Q12H
    "C64503": .every(13, .h),  // Q13H
    "C64504": .every(14, .h),  // Q14H
    "C64505": .every(15, .h),  // Q15H
    "C64506": .every(16, .h),  // Q16H
    "C64507": .every(17, .h),  // Q17H
    "C64508": .every(18, .h),  // Q18H
    "C64509": .every(19, .h),  // Q19H
    "C64511": .every(20, .h),  // Q20H
    "C64512": .every(21, .h),  // Q21H
    "C64513": .every(22, .h),  // Q22H
    "C64514": .every(23, .h),  // Q23H
    "C64515": .every(24, .h),  // Q24H
    "C64516": .every(2, .h),  // Q2H
    "C64536": .every(2, .mo),  // Q2M
    "C89791": .every(36, .h),  // Q36H
    "C64533": .every(3, .d),  // Q3D
    "C64517": .every(3, .h),  // Q3H
    "C64537": .every(3, .mo),  // Q3M
    "C139183": .every(45, .min),  // Q45MIN
    "C89790": .every(48, .h),  // Q48H
    "C64534": .every(4, .d),  // Q4D
    "C64518": .every(4, .h),  // Q4H
    "C64538": .every(4, .mo),  // Q4M
    "C71124": .every(5, .d),  // Q5D
    "C64519": .every(5, .h),  // Q5H
    "C161335": .every(6, .d),  // Q6D
    "C64520": .every(6, .h),  // Q6H
    "C89789": .every(6, .mo),  // Q6M
    "C174288": .every(72, .h),  // Q72H
    "C139177": .every(7, .d),  // Q7D
    "C64521": .every(7, .h),  // Q7H
    "C64523": .every(8, .h),  // Q8H
    "C64524": .every(9, .h),  // Q9H
    "C64595": .daily(.morning),  // QAM
    "C25473": .every(1, .d),  // QD
    "C64510": .every(1, .h),  // QH
    "C64593": .daily(.bedtime),  // QHS
    "C64530": .times(4, .d),  // QID
    "C64498": .every(1, .mo),  // QM
    "C139178": .daily(.night),  // QN
    "C64525": .every(2, .d),  // QOD
    "C64596": .daily(.evening),  // QPM
    "C64527": .times(3, .d),  // TID
  ]
}
