import AdherenceStatistics
import Foundation
import TestSupport
import Testing

@Suite struct CumulativeIncidenceTests {
  /// lifelines 0.30.3, `AalenJohansenFitter`, without and with late entry.
  @Test(arguments: [0, 1]) func agreesWithLifelines(_ place: Int) throws {
    let golden = try StatisticsGolden.read().cumulativeIncidence[place]
    let followUps = golden.time.indices.map {
      CompetingFollowUp(
        time: golden.time[$0], entry: golden.entry[$0],
        cause: golden.cause[$0] > 0 ? golden.cause[$0] : nil)
    }
    let ours = CumulativeIncidence.of([1, 2, 3], in: followUps)
    var compared = 0
    for cause in 1...3 {
      for expected in try #require(golden.causes["\(cause)"]) {
        let step = try #require(ours[cause - 1].step(at: expected.time))
        #expect(isClose(step.incidence, expected.incidence), "\(expected.time)")
        #expect(isClose(step.standardError, expected.standardError, within: 1e-7))
        #expect(isClose(step.interval.value?.lower, expected.lower, within: 1e-7))
        #expect(isClose(step.interval.value?.upper, expected.upper, within: 1e-7))
        compared += 1
      }
    }
    #expect(compared > 90)
  }

  /// The definition, step by step, on small data with ties: Σ S(s−) d/n, and the variance as a
  /// double sum.
  @Test func agreesWithItsDefinition() throws {
    var random = Seeded(state: 71)
    for _ in 0..<300 {
      let followUps = draw(Int.random(in: 1...12, using: &random), causes: 2, &random)
      let ours = CumulativeIncidence.of([0, 1], in: followUps)
      for cause in 0...1 {
        let naive = NaiveIncidence(followUps, cause)
        #expect(ours[cause].steps.map(\.time) == naive.times)
        for (step, place) in zip(ours[cause].steps, naive.times.indices) {
          #expect(isClose(step.incidence, naive.incidences[place], within: 1e-12))
          #expect(abs(step.standardError - naive.standardError(at: place)) < 1e-7)
        }
      }
    }
  }

  /// With one cause it is 1 less the Kaplan-Meier estimate, with Greenwood's error.
  @Test func oneCauseIsKaplanMeier() throws {
    var random = Seeded(state: 72)
    for _ in 0..<200 {
      let followUps = draw(Int.random(in: 1...30, using: &random), causes: 1, &random)
      let incidence = CumulativeIncidence.of([0], in: followUps)[0]
      let curve = SurvivalCurve(
        followUps.map { FollowUp(time: $0.time, entry: $0.entry, hasEvent: $0.cause != nil) })
      for step in curve.steps {
        let found = try #require(incidence.incidence(at: step.time).value)
        #expect(isClose(found, 1 - step.survival, within: 1e-12))
        guard let error = step.standardError.value, step.events > 0 else { continue }
        let own = try #require(incidence.step(at: step.time))
        #expect(abs(own.standardError - error) < 1e-7)
        #expect(own.atRisk == step.atRisk && own.events == step.events)
      }
    }
  }

  /// All incidences and the share without any event add up to 1.
  @Test func causesAddUp() throws {
    var random = Seeded(state: 73)
    let followUps = draw(60, causes: 3, &random)
    let incidences = CumulativeIncidence.of([0, 1, 2], in: followUps)
    let curve = SurvivalCurve(
      followUps.map { FollowUp(time: $0.time, entry: $0.entry, hasEvent: $0.cause != nil) })
    for time in stride(from: 0.0, to: 20, by: 0.5) {
      guard let survival = curve.survival(at: time).value else {
        #expect(incidences.allSatisfy { $0.incidence(at: time) == .missing(.notReached) })
        continue
      }
      let sum = incidences.reduce(0) { $0 + ($1.incidence(at: time).value ?? .nan) }
      #expect(isClose(sum + survival, 1, within: 1e-12))
    }
    // A cause that is not asked for competes too.
    #expect(CumulativeIncidence.of([1], in: followUps)[0] == incidences[1])
  }

  @Test func whatIsMissing() {
    let none = CumulativeIncidence.of(["death"], in: [])[0]
    #expect(none.steps.isEmpty && none.incidence(at: 5) == .missing(.tooFew))
    let censored = CumulativeIncidence.of(["death"], in: [CompetingFollowUp(time: 3, cause: nil)])
    #expect(censored[0].incidence(at: 1) == .value(0) && censored[0].step(at: 5) == nil)
  }

  private func draw(_ count: Int, causes: Int, _ random: inout Seeded) -> [CompetingFollowUp<Int>] {
    (0..<count).map { _ in
      let time = Double(Int.random(in: 1...14, using: &random))
      let cause = Int.random(in: 0...causes, using: &random)
      let isLate = Int.random(in: 0...2, using: &random) == 0
      return CompetingFollowUp(
        time: time, entry: isLate ? floor(time / 2) : 0, cause: cause == causes ? nil : cause)
    }
  }
}

/// Aalen's and Johansen's estimate in the plainest way.
private struct NaiveIncidence {
  private(set) var times: [Double]
  private(set) var incidences: [Double] = []
  /// Before each time the share without an event; those at risk, events and events by the cause.
  private var survivals: [Double] = []
  private var counts: [(n: Double, d: Double, own: Double)] = []

  init(_ followUps: [CompetingFollowUp<Int>], _ cause: Int) {
    times = Set(followUps.filter { $0.cause != nil }.map(\.time)).sorted()
    var (survival, incidence) = (1.0, 0.0)
    for time in times {
      let atRisk = followUps.filter { $0.time >= time && ($0.entry == 0 || $0.entry < time) }
      let ending = atRisk.filter { $0.time == time && $0.cause != nil }
      let own = ending.filter { $0.cause == cause }
      counts.append((Double(atRisk.count), Double(ending.count), Double(own.count)))
      survivals.append(survival)
      incidence += survival * Double(own.count) / Double(atRisk.count)
      survival *= 1 - Double(ending.count) / Double(atRisk.count)
      incidences.append(incidence)
    }
  }

  func standardError(at place: Int) -> Double {
    var variance = 0.0
    for s in 0...place {
      let ((n, d, own), before) = (counts[s], survivals[s])
      let rise = incidences[place] - incidences[s]
      if d < n { variance += rise * rise * d / (n * (n - d)) }
      variance += before * before * own * (n - own) / (n * n * n)
      variance -= 2 * rise * before * own / (n * n)
    }
    return max(0, variance).squareRoot()
  }
}
