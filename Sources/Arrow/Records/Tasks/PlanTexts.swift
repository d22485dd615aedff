import Diagnostics
import Formats
import Foundation
import Interchange
import PlainWords
import Scheduling

/// A cache of the JSON of plans in words, which many patients share.
struct PlanTexts {
  private var known: [Beginning: [UInt8]] = [:]
  private let encoder = JSONEncoder()

  /// A plan and the day on which it begins unless it states another.
  private struct Beginning: Hashable {
    var text: String
    var day: CivilDate?
  }

  /// The number of plans at which the cache is cleared: the days of a century.
  private static let limit = 40_000

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  /// Returns the JSON of a plan in plain words or of a recurrence rule.
  mutating func json(_ text: String, from day: CivilDate?) throws(InputError) -> [UInt8] {
    let key = Beginning(text: text, day: day)
    if let known = known[key] { return known }
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(try Schedule(plan: text, from: day)))
    } catch let error as InputError {
      var error = error
      error.field = error.field ?? "schedule"
      throw error
    } catch {
      throw InputError(.malformed(text: text, .object), field: "schedule", cause: error)
    }
    if known.count >= PlanTexts.limit { known.removeAll(keepingCapacity: true) }
    known[key] = bytes
    return bytes
  }

  /// Returns the text if it is a JSON object, or the object of a list of elements; `nil` if it is
  /// not JSON.
  ///
  /// Safe: the scan looks at bytes below the count.
  ///
  /// - Throws: `InputError` if JSON is followed by other text.
  static func object(_ text: String) throws(InputError) -> [UInt8]? {
    guard let first = text.utf8.first(where: { !isSpace($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !isSpace($0) } ?? 0
    let end = bytes.withUnsafeBufferPointer { bytes in
      var scan = JSONValueScan()
      return scan.end(in: bytes, from: start)
    }
    guard let end, bytes[end...].allSatisfy(isSpace) else {
      throw InputError(.malformed(text: text, .json), field: "schedule")
    }
    let value = bytes[start..<end]
    if first == UInt8(ascii: "{") { return Array(value) }
    return Array("{\"elements\":".utf8) + value + Array("}".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
}
