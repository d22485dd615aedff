import AdherenceAnalytics
import Foundation
import Scheduling

/// A time in a line of `tasks.ndjson`, which mostly differs from patient to patient.
///
/// Safe: a time has ten bytes before its `T` and more than ten behind, or is none; names are looked for no
/// further than to the first byte.
struct TaskTime {
  /// Where its text stands, without the quotes.
  var range: Range<Int>
  var name: TimeField

  /// The properties whose times are found.
  enum TimeField: CaseIterable {
    case effectiveFrom, recordedAt, start, begin, end

    var text: StaticString {
      switch self {
      case .effectiveFrom: "\"effectiveFrom\""
      case .recordedAt: "\"recordedAt\""
      case .start: "\"start\""
      case .begin: "\"begin\""
      case .end: "\"end\""
      }
    }

    /// A year for each, in which none of them is at odds with another.
    var exampleYear: Int {
      switch self {
      case .effectiveFrom, .recordedAt, .start: 2001
      case .begin: 2002
      case .end: 2003
      }
    }
  }

  /// The times of a line in nineteen bytes, and `recordedAt` with a `Z` behind them.
  static func find(in line: UnsafeBufferPointer<UInt8>) -> [TaskTime] {
    guard let base = line.baseAddress else { return [] }
    var times: [TaskTime] = []
    var position = 0
    while true {
      position += (base + position).distance(to: UInt8(ascii: "T"), before: line.count - position)
      if position >= line.count { return times }
      if let time = time(around: position, in: line) { times.append(time) }
      position += 1
    }
  }

  /// The time whose date ends in front of a `T`.
  private static func time(around place: Int, in line: UnsafeBufferPointer<UInt8>) -> TaskTime? {
    let start = place - 10
    guard start > 0, line[start - 1] == .quote, place + 10 < line.count else { return nil }
    let hasZone = line[place + 9] == UInt8(ascii: "Z")
    let end = place + (hasZone ? 10 : 9)
    guard line[end] == .quote, let nameEnd = nameEnd(before: start - 1, in: line) else {
      return nil
    }
    let name = TimeField.allCases.first { name in
      let count = name.text.utf8CodeUnitCount
      return count <= nameEnd
        && name.text.withUTF8Buffer { $0.elementsEqual(line[nameEnd - count..<nameEnd]) }
    }
    guard let name, hasZone == (name == .recordedAt) else { return nil }
    return TaskTime(range: start..<end, name: name)
  }

  /// The position behind the name of the property whose value begins at a position.
  private static func nameEnd(before value: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var end = value
    while end > 0, line[end - 1] == 32 { end -= 1 }
    guard end > 0, line[end - 1] == UInt8(ascii: ":") else { return nil }
    end -= 1
    while end > 0, line[end - 1] == 32 { end -= 1 }
    return end
  }
}

/// Where the time of a property stands in a task.
enum TaskSlot: Hashable {
  case effectiveFrom, recordedAt
  case start(Int), begin(Int), end(Int)
}

extension CareTask {
  /// The slots that have a time.
  var times: [(slot: TaskSlot, time: LocalOrInstant)] {
    let own: [(TaskSlot, LocalOrInstant?)] = [
      (.effectiveFrom, effectiveFrom), (.recordedAt, recordedAt.map(LocalOrInstant.instant)),
    ]
    let elements = schedule.elements.enumerated().flatMap { index, element in
      [(.start(index), element.start), (.begin(index), element.begin), (.end(index), element.end)]
        as [(TaskSlot, LocalOrInstant?)]
    }
    return (own + elements).compactMap { slot, time in time.map { (slot, $0) } }
  }

  /// Puts a local second, or of `recordedAt` an instant's, into a slot.
  mutating func set(_ slot: TaskSlot, to seconds: Int64) {
    if slot == .recordedAt { return recordedAt = Instant(seconds: seconds) }
    let local = LocalOrInstant.local(CivilDateTime(localSeconds: seconds))
    switch slot {
    case .effectiveFrom: effectiveFrom = local
    case .recordedAt: break
    case .start(let index): schedule.elements[index].start = local
    case .begin(let index): schedule.elements[index].begin = local
    case .end(let index): schedule.elements[index].end = local
    }
  }
}
