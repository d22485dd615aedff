import AdherenceAnalytics
import AdherenceStatistics
import TestSampling
import TestSupport
import Testing

@Suite struct PatientFlagTests {
  private var parameters: MeasureParameters {
    var parameters = MeasureParameters()
    (parameters.gapDays, parameters.holidayDays, parameters.resamples) = (5, 3, 0)
    return parameters
  }

  /// A sequence of doses and the expected flags.
  struct Example: CustomTestStringConvertible {
    var doses: String
    var flags: [PatientFlag]
    var testDescription: String { doses }
  }

  @Test(arguments: [
    Example(doses: "", flags: []),
    Example(doses: "xxx", flags: []),
    Example(doses: "x..", flags: []),
    Example(doses: "x...", flags: [.paused]),
    Example(doses: "x....", flags: [.paused]),
    Example(doses: "x.....", flags: [.stopped]),
    Example(doses: "x.....x", flags: []),
    Example(doses: "x..h.", flags: [.paused]),
    Example(doses: "x...hh", flags: [.paused]),
    Example(doses: "...", flags: [.neverStarted]),
    Example(doses: "hhh", flags: []),
  ])
  func aFlagByHand(_ example: Example) throws {
    let world = try DoseWorld(example.doses, parameters)
    #expect(world.measures.flags(parameters) == example.flags)
    #expect(world.summary.flags(parameters) == example.flags)
  }

  /// Every world of up to eight days against the definitions; in a sample run some of those of more
  /// than five.
  @Test func smallWorlds() throws {
    for count in 1...8 {
      for pattern in (0..<(1 << count)).sampled(37) {
        let doses = String((0..<count).map { pattern >> $0 & 1 == 1 ? "x" : "." })
        let missed = doses.reversed().prefix { $0 == "." }.count
        var expected: [PatientFlag] = []
        if missed == count {
          expected = [.neverStarted]
        } else if missed >= 5 {
          expected = [.stopped]
        } else if missed >= 3 {
          expected = [.paused]
        }
        #expect(try DoseWorld(doses, parameters).measures.flags(parameters) == expected, "\(doses)")
      }
    }
  }

  /// The last dose of this plan is due on 2025-03-06.
  @Test func plansThatHaveEndedAreNotFlagged() throws {
    let measures = try DoseWorld("x...", parameters).measures
    #expect(measures.planEnd == (try day("2025-03-06")))
    #expect(measures.flags(parameters, on: try day("2025-03-06")) == [.paused])
    #expect(measures.flags(parameters, on: try day("2025-03-07")) == [])
  }

  @Test func dosesOfEverySecondDayCountToo() throws {
    var patient = parameters
    patient.gapDays = 7
    #expect(try DoseWorld("xxx...", every: 2, patient).measures.flags(patient) == [.paused])
    // Three of them are six days, which is a gap of five.
    #expect(
      try DoseWorld("xxx...", every: 2, parameters).measures.flags(parameters) == [.stopped])
  }

  @Test func weeksThatFall() throws {
    // Each week ends with a dose, so that nothing but the trend is flagged.
    let falling = (0..<12).map { week in
      String(repeating: ".", count: week / 2) + String(repeating: "x", count: 7 - week / 2)
    }
    #expect(
      try DoseWorld(falling.joined(), parameters).measures.flags(parameters) == [.declining])
    let rising = falling.reversed().joined()
    #expect(try DoseWorld(rising, parameters).measures.flags(parameters) == [])
    // A decline of less than ten points in twelve weeks is not flagged.
    let slow =
      (0..<40).map { $0 % 7 == 6 ? ($0 < 14 ? "xxxxxxx" : "xxxxxx.") : "xxxxxxx" }
      .joined() + (0..<8).map { $0 % 2 == 0 ? "xxxxxxx" : ".xxxxxx" }.joined()
    let weeks = try DoseWorld(slow, parameters).measures
    #expect((weeks.trend?.value?.mannKendall.p.value ?? 1) < 0.05)
    #expect(weeks.flags(parameters) == [] && weeks.trendP() != nil)
    // One bad week at the end is no trend.
    let bad = String(repeating: "x", count: 84) + "..x.x.x"
    #expect(try DoseWorld(bad, parameters).measures.flags(parameters) == [])
  }

  @Test func flagsOfTheDatasetFollowItsMeasures() throws {
    var counts: [PatientFlag: Int] = [:]
    let patients = try FinishedCohort.shared.get().patients
    for patient in patients {
      let measures = try #require(patient.measures["med"])
      for flag in measures.flags() { counts[flag, default: 0] += 1 }
      let test = measures.trend?.value?.mannKendall
      let goesOn = measures.phases?.course.value?.isDiscontinued != true
      let change = measures.trend?.value?.recentChange ?? 0
      let falls =
        goesOn && (test?.p.value ?? 1) <= 0.05 && (test?.z.value ?? 0) < 0 && change <= -0.1
      #expect(measures.flags().contains(.declining) == falls)
      #expect(!measures.flags(trendP: nil).contains(.declining))
    }
    let whole = try FinishedCohort.med().whole
    let events = whole.persistence.steps.reduce(0) { $0 + $1.events }
    #expect(counts[.stopped] == events && events > 0)
    #expect(counts[.neverStarted] == patients.count - whole.initiated)
  }

  @Test func whatWasNotAskedForIsNotFlagged() { #expect(TaskMeasures().flags() == []) }
}
