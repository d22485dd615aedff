import AdherenceAnalytics
import Scheduling

/// A patient's doses as columns with everything precomputed except whether they were taken.
struct BareDoses {
  private var opens: [Int64] = []
  private var expiries: [Int64] = []
  private var weeks: [Int] = []
  /// Whether each dose is due: outside holds, and with its window closed.
  private var areDue: [Bool] = []
  /// The events in order, without future ones.
  private let events: [Int64]
  private let wait: Int64
  private let weekCount: Int

  init(_ evaluation: TaskEvaluation, _ query: AdherenceQuery) {
    let asOf = evaluation.asOf
    let known = evaluation.outcomes.compactMap { $0.time }.filter { $0 <= asOf }
    events = known.map(\.seconds).sorted()
    wait = Int64(evaluation.task.minWait ?? 0)
    weekCount = query.spans.count
    for dose in evaluation.scored {
      opens.append(dose.window.open.seconds)
      expiries.append(dose.window.expiry.seconds)
      weeks.append((dose.day - query.range.lowerBound) / 7)
      areDue.append(dose.state != .onHold && dose.window.expiry <= asOf)
    }
  }

  /// Counts the due doses and those with an event, by week, in one pass over doses and events.
  func count() -> (due: [Int], completed: [Int]) {
    var due = Array(repeating: 0, count: weekCount)
    var completed = due
    var (event, last) = (0, Int64.min / 2)
    for dose in opens.indices {
      var isTaken = false
      while event < events.count, events[event] < expiries[dose] {
        let time = events[event]
        event += 1
        if time < opens[dose] || time - last < wait { continue }
        (last, isTaken) = (time, true)
      }
      guard areDue[dose] else { continue }
      due[weeks[dose]] += 1
      if isTaken { completed[weeks[dose]] += 1 }
    }
    return (due, completed)
  }
}

extension System {
  /// The lower bound for the weeks of doses: no plan is compiled, no occurrence listed and no
  /// window searched; all of that is read from columns.
  static func bareWeeks(_ patients: [BareDoses]) -> System {
    var counts: [(due: [Int], completed: [Int])] = []
    return System(
      name: "bare",
      run: { runs in for _ in 0..<runs { counts = patients.map { $0.count() } } },
      answer: { Answer(weeks: counts) })
  }

  /// The lower bound for rows of states: known states are copied.
  static func copying(_ tasks: [[ScoredOccurrence]]) -> System {
    var (count, sum) = (0, 0)
    return System(
      name: "copy",
      run: { runs in
        for _ in 0..<runs {
          (count, sum) = (0, 0)
          for known in tasks {
            var rows: [ScoredOccurrence] = []
            rows.reserveCapacity(known.count)
            for row in known { rows.append(row) }
            for row in rows {
              count += 1
              sum += row.state == .done ? count : 0
            }
          }
        }
      },
      answer: { Answer(count: count, checksum: "\(sum)") })
  }
}
