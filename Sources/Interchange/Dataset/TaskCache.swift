package import AdherenceAnalytics
package import Scheduling

/// A cache of parsed tasks: many patients have equal plans that only start on other days.
///
/// The key is the line without the patient and the times. A line that cannot be derived from a
/// cached one is parsed.
///
/// Safe: ranges are those of texts that were found in the line, which is copied.
package struct TaskCache {
  private var templates: [Key: TaskTemplate?] = [:]
  private var dates = DateCache()
  private var key = Key()

  /// The number of tasks at which the cache is cleared.
  private static let limit = 1024

  package init() {}

  /// A key with a single hash over all bytes.
  private struct Key: Hashable {
    var bytes: [UInt8] = []

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Returns the task of a line with the patient's id at a range.
  package mutating func task(
    _ line: UnsafeBufferPointer<UInt8>, patient: Range<Int>
  ) throws(InputError) -> CareTask {
    let times = TaskTime.find(in: line)
    makeKey(line, without: times.map(\.range) + [patient])
    let known = templates[key]
    if let task = known??.filled(from: line, times, &dates) { return task }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw InputError(.broken(.invalidUTF8))
    }
    let task = try JSONLine.decode(TaskProperties.self, from: text).task
    if known == nil {
      if templates.count >= TaskCache.limit { templates.removeAll(keepingCapacity: true) }
      templates[key] = .some(TaskTemplate(line, times, read: task))
    }
    return task
  }

  /// Copies a line with each range replaced by a byte that JSON does not allow.
  private mutating func makeKey(
    _ line: UnsafeBufferPointer<UInt8>, without ranges: [Range<Int>]
  ) {
    key.bytes.removeAll(keepingCapacity: true)
    var position = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= position else { continue }
      key.bytes.append(contentsOf: line[position..<range.lowerBound])
      key.bytes.append(0)
      position = range.upperBound
    }
    key.bytes.append(contentsOf: line[position...])
  }
}
