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
