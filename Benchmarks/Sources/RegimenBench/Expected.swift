/// The expected results: occurrences and the sum of their starts in seconds, equal for all systems.
enum Expected {
  static let w1 = Answer(count: 36_525, checksum: "92209775886000")
  static let w2 = Answer(count: 10_959, checksum: "12104193582000")
  static let w3 = Answer(count: 15_654, checksum: "27171205712100")
  static let w4a = Answer(count: 700, checksum: "1768217810400")
  static let w4b = Answer(count: 1_200, checksum: "3030927570000")
  static let w5 = Answer(count: 9_966, checksum: "17298211813200")
  static let w6 = Answer(count: 7, checksum: "11085091200")
  static let w7 = Answer(count: 15_654, checksum: "")
  static let nth = Answer(count: 1, checksum: "1954700100")
  static let previous = Answer(count: 1, checksum: "2524594500")
  static let compile = Answer(count: 14, checksum: "22170484800")
  static let count = Answer(count: 36_525, checksum: "")
  /// Rows of outcomes.
  static let read = Answer(
    count: 46_853, checksum: "Patients 200, tasks 600, outcomes 46853, holds 33")
  /// The lines of the files, headers included.
  static let lines = Answer(count: 47_689, checksum: "")
  /// The due and done doses of all patients.
  static let report = Answer(count: 45_532, checksum: "30271 done")
  /// Bytes and their sum.
  static let tables = Answer(count: 5_718_882, checksum: "298278612")
  /// The due doses, and a sum of due and completed over patients and weeks.
  static let nearest = Answer(count: 45_532, checksum: "308981120634")
  /// The occurrences of three tasks, and the sum of the indices of those done ones.
  static let states = Answer(count: 65_431, checksum: "1457741455")
  /// The bytes of `outcomes.csv`.
  static let rowBytes = 74_183_101
}
