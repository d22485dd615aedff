import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Every measure is clipped to the days on which a patient is observed.
@Suite struct ObservationPeriodTests {
  private func query(_ end: ObservationEnd? = nil) -> RefillQuery {
    var query = RefillQuery()
    (query.followUp.length, query.observation.length) = (
      ISODuration(days: 400), ISODuration(days: 400)
    )
    query.observationEnd = end
    return query
  }

  /// The same values as windows that are as short themselves, without the fills after the last day.
  @Test(arguments: 0..<100 as Range<UInt64>) func clippedWindowsAreWindows(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    var record = try world.record()
    record.stays = try world.stays()
    let first = try #require(record.fills.map(\.date).min())
    let from = Int.random(in: 0...100, using: &world.random)
    let through = from + Int.random(in: 30...250, using: &world.random)
    var short = query()
    short.followUp.length = ISODuration(days: through + 1)
    short.observation = RefillWindow(
      .after(ISODuration(days: from)), length: ISODuration(days: through + 1 - from))
    let plain = record
    let last = first.adding(days: through)
    record.observation = ObservationPeriod(from: first.adding(days: from), to: last)
    // Possession counts the supply up to the last observed day, but in full at the end of a window.
    let possession: Set<RefillMeasure> = [.mpr, .mprCapped, .mprModified]
    for measure in RefillMeasure.allCases {
      var other = plain
      if possession.contains(measure) { other.observation.to = last }
      #expect(
        RefillEvaluator(query()).value(of: measure, in: record)
          == RefillEvaluator(short).value(of: measure, in: other), "\(measure)")
    }
    #expect(
      RefillEvaluator(query()).persistence(of: record)
        == RefillEvaluator(short).persistence(of: plain))
  }

  /// A fill of 30 days on day 0 of 100, observed to some day.
  private func value(_ period: ObservationPeriod, _ end: ObservationEnd?) throws -> Double? {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1", fills: [Fill(start, days: 30)], observation: period)
    let evaluator = RefillEvaluator(query(end))
    let (pdc, cma7) = (
      evaluator.value(of: .pdc, in: record).value, evaluator.value(of: .cma7, in: record).value
    )
    #expect(pdc == cma7)
    return pdc
  }

  @Test func theDataEndIsOfPatientsWithoutTheirOwn() throws {
    let start = try day("2030-01-01")
    let (early, late) = (start.adding(days: 39), start.adding(days: 59))
    #expect(try value(ObservationPeriod(), .lastFill(early)) == 0.75)
    #expect(try value(ObservationPeriod(to: late), .lastFill(early)) == 0.5)
    #expect(try value(ObservationPeriod(to: late), .on(early)) == 0.75)
    #expect(try value(ObservationPeriod(to: early), .on(late)) == 0.75)
    #expect(try value(ObservationPeriod(to: early), nil) == 0.75)
  }

  @Test func daysThatDoNotMeetTheWindowHaveAReason() throws {
    let start = try day("2030-01-01")
    var record = RefillRecord(patient: "1", fills: [Fill(start, days: 30)])
    for period in [
      ObservationPeriod(to: start.adding(days: -10)),
      ObservationPeriod(from: start.adding(days: 500)),
      ObservationPeriod(from: start.adding(days: 20), to: start.adding(days: 10)),
    ] {
      record.observation = period
      for measure in RefillMeasure.allCases {
        #expect(RefillEvaluator(query()).value(of: measure, in: record).value == nil)
      }
    }
  }

  @Test func theEndHasItsCause() throws {
    let start = try day("2030-01-01")
    let (early, late) = (start.adding(days: 39), start.adding(days: 59))
    func cause(_ period: ObservationPeriod, _ end: ObservationEnd?) -> ObservationPeriod {
      RefillEvaluator(query(end)).observation(
        of: RefillRecord(patient: "1", fills: [Fill(start, days: 30)], observation: period))
    }
    let died = ObservationPeriod(to: early, endCause: .death)
    #expect(
      cause(died, .lastFill(late)) == ObservationPeriod(from: start, to: early, endCause: .death))
    #expect(
      cause(ObservationPeriod(), .lastFill(late))
        == ObservationPeriod(from: start, to: late, endCause: .dataEnd))
    let later = ObservationPeriod(to: late, endCause: .death)
    #expect(cause(later, .on(early)) == ObservationPeriod(from: start, to: early))
    #expect(
      cause(ObservationPeriod(), nil)
        == ObservationPeriod(from: start, to: start.adding(days: 399)))
  }

  @Test(arguments: [
    ("death", "death"), ("Death", "death"), ("DEATH", "death"),
    ("deviceReturned", "deviceReturned"),
    ("Device returned", "deviceReturned"), ("lost_to follow-up", "lostToFollowUp"),
  ])
  func causesAreInLowerCamelCase(_ text: String, _ name: String) {
    #expect(EndCause(text)?.rawValue == name)
    #expect(EndCause("--") == nil)
  }
}
