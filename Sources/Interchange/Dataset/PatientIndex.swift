import Diagnostics
import Foundation
import Scheduling

/// The sorted ids of the patients, with a hash table by bytes.
///
/// Safe: bytes are compared where an id has as many. FNV-1a wraps, and 31 of its bits choose a
/// slot.
package struct PatientIndex: Sendable {
  /// The ids in the order of Swift strings.
  package let ids: [String]
  /// The concatenated bytes of all ids.
  private var bytes: [UInt8] = []
  /// The end offset of each id's bytes.
  private var ends: [Int] = []
  /// The hash table of indices; -1 for an empty slot.
  private var slots: [Int32]
  /// A per-process seed against deliberate collisions, which would make lookups quadratic.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  private let seed = PatientIndex.seed
  /// The ids with several Unicode spellings.
  private var composed: [String: Int] = [:]

  /// Creates the table of sorted, distinct ids.
  package init(_ ids: [String]) {
    self.ids = ids
    var size = 16
    while size < 2 * ids.count { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    for (place, id) in ids.enumerated() { add(id, at: place) }
  }

  private mutating func add(_ id: String, at place: Int) {
    let utf8 = Array(id.utf8)
    bytes += utf8
    ends.append(bytes.count)
    if utf8.contains(where: { $0 >= 0x80 }) { composed[id] = place }
    var slot = utf8.withUnsafeBufferPointer { hash($0) } & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }

  /// Returns the index of the patient with an id; `nil` if there is none.
  package func place(of id: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = hash(id) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if isEqual(id, at: place) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    if composed.isEmpty || id.allSatisfy({ $0 < 0x80 }) { return nil }
    guard let id = String(validating: id, as: UTF8.self), !id.hasManyMarks else { return nil }
    return composed[id]
  }

  /// Returns the index of a patient; `nil` if there is none.
  package func place(of id: String) -> Int? {
    var id = id
    return id.withUTF8 { place(of: $0) }
  }

  private func isEqual(_ id: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    let start = place == 0 ? 0 : ends[place - 1]
    guard ends[place] - start == id.count, let first = id.baseAddress else {
      return id.isEmpty && ends[place] == start
    }
    return bytes.withUnsafeBufferPointer { all in
      all.baseAddress.map { memcmp($0 + start, first, id.count) == 0 } ?? false
    }
  }

  /// FNV-1a, with the high bits mixed into the low ones.
  private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7fff_ffff)
  }
}
