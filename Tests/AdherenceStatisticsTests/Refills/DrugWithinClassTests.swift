import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Early refills shift within a drug; a class unites the days of its drugs.
@Suite struct DrugWithinClassTests {
  /// Fills of 30 days, each by its day, drug and class, and the days covered of 100.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fills: [(day: Int, drug: String?, drugClass: String?)]
    var covered: Int
  }

  private static let examples = [
    Example(
      testDescription: "An early refill of the same drug starts when the former ends",
      fills: [(0, "simvastatin", "statin"), (20, "simvastatin", "statin")], covered: 60),
    Example(
      testDescription: "A switch within the class shifts nothing",
      fills: [(0, "simvastatin", "statin"), (20, "atorvastatin", "statin")], covered: 50),
    Example(
      testDescription: "A return to the first drug finds its own stock only",
      fills: [
        (0, "simvastatin", "statin"), (20, "atorvastatin", "statin"),
        (25, "simvastatin", "statin"),
      ], covered: 60),
    Example(
      testDescription: "Two drugs from one day cover it once",
      fills: [(0, "simvastatin", "statin"), (0, "ezetimibe", "statin")], covered: 30),
    Example(
      testDescription: "Fills of a class without a drug are of one drug",
      fills: [(0, nil, "statin"), (20, nil, "statin")], covered: 60),
    Example(
      testDescription: "A drug is another one in another class",
      fills: [(0, "aspirin", "analgesic"), (20, "aspirin", "antiplatelet")], covered: 50),
    Example(
      testDescription: "Fills without any name are of one drug",
      fills: [(0, nil, nil), (20, nil, nil)], covered: 60),
  ]

  @Test(arguments: examples) func daysOfAClass(_ example: Example) throws {
    let start = try day("2030-01-01")
    let fills = example.fills.map {
      Fill(start.adding(days: $0.day), days: 30, drug: $0.drug, drugClass: $0.drugClass)
    }
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 100)
    let record = RefillRecord(patient: "1", fills: fills)
    #expect(RefillEvaluator(query).daysCovered(in: record).value?.covered == example.covered)
  }

  /// The definition: each drug's stock loses a day's supply a day, and the union of such days is
  /// covered.
  private func days(_ fills: [Fill], _ observed: Range<Int>) -> Set<Int> {
    let drugs = Dictionary(grouping: fills) { [$0.drugClass, $0.drug] }.values
    return drugs.reduce(into: []) { union, fills in
      var stock = 0
      for day in observed {
        for fill in fills where fill.date.dayNumber == day { stock += Int(fill.days) }
        if stock > 0 { (stock, _) = (stock - 1, union.insert(day)) }
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func unionsOfDays(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 500)
    let first = try #require(record.fills.map(\.date.dayNumber).min())
    let covered = days(record.fills, first..<first + 500)
    #expect(RefillEvaluator(query).daysCovered(in: record).value?.covered == covered.count)
    for own in record.byClass {
      let first = try #require(own.fills.map(\.date.dayNumber).min())
      let covered = days(own.fills, first..<first + 500)
      #expect(RefillEvaluator(query).daysCovered(in: own).value?.covered == covered.count)
    }
  }
}
