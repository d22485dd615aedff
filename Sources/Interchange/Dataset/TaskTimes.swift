import AdherenceAnalytics
import Foundation
import Scheduling

/// A time in a line of `tasks.ndjson`.
///
/// Safe: a time has ten bytes before its `T` and more than ten behind, or is none; names are looked
/// for no further than to the first byte.
struct TaskTime {
  /// The range of its text without quotes.
  var range: Range<Int>
  var name: TimeField

  /// The properties whose times are recognized.
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

    /// A year in which the times of different properties are consistent with each other.
    var exampleYear: Int {
      switch self {
      case .effectiveFrom, .recordedAt, .start: 2001
      case .begin: 2002
      case .end: 2003
      }
    }
  }

  /// Returns the times of nineteen bytes in a line, including `recordedAt` with a trailing `Z`.
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

  /// Returns the time whose date ends before the `T` at an offset.
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

  /// Returns the end of the property name that precedes a value.
  private static func nameEnd(before value: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var end = value
    while end > 0, line[end - 1] == 32 { end -= 1 }
    guard end > 0, line[end - 1] == UInt8(ascii: ":") else { return nil }
    end -= 1
    while end > 0, line[end - 1] == 32 { end -= 1 }
    return end
  }
}

/// The property of a task that has a time.
enum TaskSlot: Hashable {
  case effectiveFrom, recordedAt
  case start(Int), begin(Int), end(Int)
}

extension CareTask {
  /// The slots with a time.
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

  /// Sets a slot to a local second, or `recordedAt` to an instant.
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
