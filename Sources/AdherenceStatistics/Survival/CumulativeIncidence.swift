import Foundation
import Scheduling

/// The cumulative incidence of one of several competing causes: the probability that the event has
/// occurred by this cause until a time.
///
/// The Aalen-Johansen estimate, *F*ₖ(*t*) = Σ *S*(*s*−) *d*ₖ(*s*)/*n*(*s*) over the times *s* ≤
/// *t*, with *S* the Kaplan-Meier estimate for the event by any cause. The incidences of all causes
/// and *S* add up to 1. With one cause it is 1 − *S*.
///
/// It must be used, rather than 1 minus a Kaplan-Meier curve that censors the other causes, if a
/// patient who died or switched can no longer discontinue: that curve is biased upwards. It must
/// not be used to judge whether a covariate affects a cause, for which cause-specific hazards are
/// needed.
///
/// References: O. O. Aalen and S. Johansen, Scandinavian Journal of Statistics 5 (1978) 141–150; E. Marubini and
/// M. G. Valsecchi, Analysing Survival Data from Clinical Trials and Observational Studies (1995), chapter 10,
/// for the variance.
public struct CumulativeIncidence: Hashable, Sendable {
  /// A time of an event by any cause.
  public struct Step: Hashable, Sendable {
    /// The time.
    public let time: Double
    /// The number at risk: followed at least until the time, and entered before it.
    public let atRisk: Int
    /// The number of events by this cause at the time.
    public let events: Int
    /// The number of events by other causes.
    public let otherEvents: Int
    /// The estimate from the time to the next.
    public let incidence: Double
    /// Its standard error by the delta method.
    public let standardError: Double
    /// The pointwise interval from the error of ln(−ln *F*), which stays within 0...1; missing if
    /// the incidence is 0 or 1.
    public let interval: Estimate<Interval>
  }

  /// The confidence level.
  public let level: Double
  /// The number of patients.
  public let count: Int
  /// The longest follow-up; 0 without patients.
  public let followedTo: Double
  /// The times of events by any cause, in order.
  public let steps: [Step]

  /// Computes the incidences of some causes.
  ///
  /// - Parameters:
  ///   - causes: The causes; other causes in the follow-ups compete too.
  ///   - followUps: The follow-ups, in any order; may be empty.
  ///   - level: The confidence level, between 0 and 1.
  /// - Returns: An incidence for each cause, in the given order.
  /// - Complexity: O(*n* log *n* + *k* *t*) for *k* causes and *t* different times.
  public static func of<Cause>(
    _ causes: [Cause], in followUps: [CompetingFollowUp<Cause>], level: Double = 0.95
  ) -> [CumulativeIncidence] {
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    let counts = IncidenceCounts(followUps, causes)
    let z = Normal.halfWidth(level: level)
    let last = followUps.map(\.time).max() ?? 0
    return causes.indices.map { cause in
      var walk = IncidenceWalk(z: z)
      return CumulativeIncidence(
        level: level, count: followUps.count, followedTo: last,
        steps: counts.times.map { walk.step($0, cause) })
    }
  }

  /// Returns the incidence at a time: 0 before the first event, and constant after the last.
  ///
  /// - Returns: The incidence; missing without follow-ups, or if all follow-ups end before the time
  ///   and not all with an event.
  /// - Complexity: O(log *n*).
  public func incidence(at time: Double) -> Estimate<Double> {
    guard count > 0 else { return .missing(.tooFew) }
    let ended = steps.last.map { $0.time == followedTo && $0.events + $0.otherEvents == $0.atRisk }
    guard time <= followedTo || ended == true else { return .missing(.notReached) }
    return .value(step(at: time)?.incidence ?? 0)
  }

  /// Returns the last step up to a time; `nil` before the first.
  ///
  /// - Complexity: O(log *n*).
  public func step(at time: Double) -> Step? {
    let place = steps.partitionPoint { $0.time <= time }
    return place == 0 ? nil : steps[place - 1]
  }
}

/// The events and numbers at risk at the times of events.
private struct IncidenceCounts {
  struct Time {
    var time: Double
    var atRisk: Int
    var events: Int
    /// The number of events by cause.
    var byCause: [Int]
  }

  private(set) var times: [Time] = []

  init<Cause>(_ followUps: [CompetingFollowUp<Cause>], _ causes: [Cause]) {
    let places = Dictionary(zip(causes, causes.indices)) { first, _ in first }
    let ends = followUps.sorted { $0.time < $1.time }
    let entries = followUps.map(\.entry).filter { $0 > 0 }.sorted()
    var (index, entered) = (0, 0)
    while index < ends.count {
      let first = index
      var time = Time(time: ends[first].time, atRisk: 0, events: 0, byCause: causes.map { _ in 0 })
      while index < ends.count, ends[index].time == time.time {
        if let cause = ends[index].cause {
          time.events += 1
          if let place = places[cause] { time.byCause[place] += 1 }
        }
        index += 1
      }
      while entered < entries.count, entries[entered] < time.time { entered += 1 }
      time.atRisk = ends.count - first - (entries.count - entered)
      if time.events > 0 { times.append(time) }
    }
  }
}

/// The sums over time for one cause and its variance.
///
/// Var *F*(*t*) = Σ (*F*(*t*) − *F*(*s*))² *a* + Σ *b* − 2 Σ (*F*(*t*) − *F*(*s*)) *c* over *s* ≤ *t*, with
/// *a* = *d*/(*n*(*n* − *d*)), *b* = *S*(*s*−)² *d*ₖ(*n* − *d*ₖ)/*n*³ and *c* = *S*(*s*−) *d*ₖ/*n*².
private struct IncidenceWalk {
  let z: Double
  private var survival = 1.0
  private var incidence = 0.0
  /// Σ *a*, Σ *a F*, Σ *a F*².
  private var ofEvents = (0.0, 0.0, 0.0)
  /// Σ *b*.
  private var ofCause = 0.0
  /// Σ *c*, Σ *c F*.
  private var shared = (0.0, 0.0)

  init(z: Double) { self.z = z }

  mutating func step(_ time: IncidenceCounts.Time, _ cause: Int) -> CumulativeIncidence.Step {
    let events = time.byCause[cause]
    add(n: Double(time.atRisk), d: Double(time.events), own: Double(events))
    let error = max(0, variance).squareRoot()
    return CumulativeIncidence.Step(
      time: time.time, atRisk: time.atRisk, events: events, otherEvents: time.events - events,
      incidence: incidence, standardError: error, interval: interval(error))
  }

  private mutating func add(n: Double, d: Double, own: Double) {
    incidence = min(1, incidence + survival * own / n)
    ofCause += survival * survival * own * (n - own) / (n * n * n)
    let c = survival * own / (n * n)
    shared = (shared.0 + c, shared.1 + c * incidence)
    // For the last at risk the term is 0, because the incidence no longer changes.
    if d < n {
      let a = d / (n * (n - d))
      ofEvents.0 += a
      ofEvents.1 += a * incidence
      ofEvents.2 += a * incidence * incidence
    }
    survival *= 1 - d / n
  }

  private var variance: Double {
    incidence * incidence * ofEvents.0 - 2 * incidence * ofEvents.1 + ofEvents.2 + ofCause
      - 2 * (incidence * shared.0 - shared.1)
  }

  private func interval(_ error: Double) -> Estimate<Interval> {
    guard incidence > 0, incidence < 1 else { return .missing(.noVariation) }
    let logarithm = log(incidence)
    let width = exp(z * error / (incidence * logarithm))
    return .value(
      Interval(lower: exp(logarithm / width), upper: exp(logarithm * width)))
  }
}
