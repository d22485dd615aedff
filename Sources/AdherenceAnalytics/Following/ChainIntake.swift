import Scheduling

/// The results of a task that the occurrences of a chain have not used yet.
struct ChainIntake {
  typealias Result = TaskResults.Result

  /// The time of a key.
  struct KeyTime: Comparable {
    var nominal: Int64
    var isSecondPass: Bool

    static func < (a: KeyTime, b: KeyTime) -> Bool {
      a.nominal != b.nominal ? a.nominal < b.nominal : !a.isSecondPass && b.isSecondPass
    }
  }

  /// The completions to be used by time, and the refusals and denials, in order of time.
  private var free: [Result] = []
  private var negative: [Result] = []
  /// The results with keys of the element, in order of the keys.
  private var keyed: [Result] = []
  private var (nextFree, nextNegative, nextKeyed) = (0, 0, 0)
  /// The positions of results that are used out of order.
  private var used: Set<Int>
  private let usesTimes: Bool
  /// Whether no result can have the key of a former planned time.
  private let isPlain: Bool
  private let minWait: Int64
  /// The time of the last completion used, and the positions of those that follow it too soon.
  private var lastTime = Int64.min
  private(set) var merged: [Int] = []

  /// Collects the results.
  ///
  /// - Parameters:
  ///   - results: All results of the task.
  ///   - element: The number of the element's id in the table of outcomes.
  ///   - task: The task, which determines how outcomes are matched.
  ///   - used: The positions of the results that earlier versions of the task have used.
  ///   - isPlain: Whether no outcome was recorded at a known time.
  init(
    _ results: TaskResults, element: Int32?, _ task: CareTask, except used: Set<Int>, isPlain: Bool
  ) {
    usesTimes = task.matching != .keyed
    self.isPlain = isPlain
    minWait = Int64(task.minWait ?? 0)
    self.used = used
    for result in results.all where used.isEmpty || !used.contains(result.position) {
      if result.nominal != OutcomeTable.Row.none {
        if result.element == element { keyed.append(result) }
      } else if !usesTimes {
        continue
      } else if result.isNegative {
        negative.append(result)
      } else {
        free.append(result)
      }
    }
    let isSorted = zip(keyed, keyed.dropFirst()).allSatisfy { $0.keyTime <= $1.keyTime }
    if !isSorted { keyed.sort { $0.keyTime < $1.keyTime } }
  }
}

extension ChainIntake {
  /// Returns the result with the key of an occurrence, and releases those with earlier keys, which no occurrence
  /// has, to be used by time.
  mutating func take(keyedAt key: KeyTime) -> Result? {
    while nextKeyed < keyed.count {
      let result = keyed[nextKeyed]
      if key < result.keyTime { return nil }
      nextKeyed += 1
      if used.contains(result.position) { continue }
      if result.keyTime == key { return noted(result) }
      release(result)
    }
    return nil
  }

  /// Returns a result with a key of a former planned time that was recorded before an instant.
  mutating func take(formerlyAt nominal: Int64, before recorded: Instant, in outcomes: OutcomeTable)
    -> Result?
  {
    var index = keyed.partitionPoint { $0.nominal < nominal }
    while index < keyed.count, keyed[index].nominal == nominal {
      let result = keyed[index]
      let written =
        outcomes.details[result.position]?.recordedAt ?? Instant(seconds: result.time)
      if !used.contains(result.position), written < recorded {
        return noted(result)
      }
      index += 1
    }
    return nil
  }

  /// Makes a result with a key that no occurrence has one to be used by time.
  private mutating func release(_ result: Result) {
    guard usesTimes else { return }
    if result.isNegative {
      let place = negative.partitionPoint { $0.time <= result.time }
      negative.insert(result, at: max(place, nextNegative))
    } else {
      let place = free.partitionPoint { $0.time <= result.time }
      free.insert(result, at: max(place, nextFree))
    }
  }

  /// Returns the next completion in a range of time.
  mutating func take(from first: Int64, before end: Int64) -> Result? {
    merged.removeAll(keepingCapacity: true)
    while nextFree < free.count, free[nextFree].time < end {
      let result = free[nextFree]
      nextFree += 1
      if result.time < first || used.contains(result.position) { continue }
      return noted(result)
    }
    return nil
  }

  /// Notes that a result is used, unless all are used in order.
  private mutating func noted(_ result: Result) -> Result {
    if !isPlain { used.insert(result.position) }
    return result
  }

  /// Notes the completion of an occurrence, with which those that follow it too soon are merged.
  mutating func complete(at time: Int64) {
    lastTime = max(lastTime, time)
    merged.removeAll(keepingCapacity: true)
    if minWait == 0 { return }
    while nextFree < free.count, free[nextFree].time < lastTime + minWait {
      if !used.contains(free[nextFree].position), free[nextFree].time >= time {
        merged.append(free[nextFree].position)
      }
      nextFree += 1
    }
  }

  /// Returns the next completion, whatever its time or key.
  mutating func takeAny() -> Result? {
    while nextFree < free.count, used.contains(free[nextFree].position) { nextFree += 1 }
    while nextKeyed < keyed.count,
      keyed[nextKeyed].isNegative || used.contains(keyed[nextKeyed].position)
    {
      nextKeyed += 1
    }
    let isKeyed =
      nextKeyed < keyed.count
      && (nextFree == free.count || keyed[nextKeyed].time < free[nextFree].time)
    guard isKeyed else { return take(from: .min, before: .max) }
    nextKeyed += 1
    return noted(keyed[nextKeyed - 1])
  }

  /// Returns the next refusal or denial in a window.
  mutating func takeNegative(in window: Range<Int64>) -> Result? {
    while nextNegative < negative.count, negative[nextNegative].time < window.upperBound {
      let result = negative[nextNegative]
      nextNegative += 1
      if result.time >= window.lowerBound, !used.contains(result.position) { return noted(result) }
    }
    return nil
  }

  /// Whether any result has a key of the element.
  var hasKeys: Bool { !keyed.isEmpty }

  /// Whether no result is left.
  var isEmpty: Bool {
    nextFree == free.count && nextKeyed == keyed.count && nextNegative == negative.count
  }
}

extension TaskResults.Result {
  fileprivate var keyTime: ChainIntake.KeyTime {
    ChainIntake.KeyTime(nominal: nominal, isSecondPass: isSecondPass)
  }
}
