import AdherenceAnalytics
import Formats

/// The digests of erased ids.
///
/// They distinguish an erasure that is repeated after it was killed from one of an id that never
/// existed. A store does not keep the ids themselves. Anyone with the store can test a guessed id,
/// and short ids are soon guessed; therefore digests are salted per store, so that two stores
/// cannot be compared, and the key is stretched.
package struct ErasedIDs {
  /// The length of a digest in bytes.
  private static let length = 16
  private static let rounds = 4096

  private let salt: [UInt8]
  private var known: Set<[UInt8]>

  /// Creates the digests of a store.
  ///
  /// - Parameters:
  ///   - salt: The salt of the store, taken from its first batch.
  ///   - digests: The concatenated digests of each batch.
  package init(salt: Int64, digests: [[UInt8]] = []) {
    // Safe: the lowest eight bits are taken; the shifts are 0 to 56.
    self.salt = (0..<8).map { UInt8(truncatingIfNeeded: salt >> ($0 * 8)) }
    known = []
    for bytes in digests {
      for start in stride(from: 0, to: bytes.count, by: ErasedIDs.length) {
        known.insert(Array(bytes[start...].prefix(ErasedIDs.length)))
      }
    }
  }

  /// Returns the concatenated digests of ids, as a batch stores them.
  package func digests(of ids: [String]) -> [UInt8] { ids.flatMap(digest) }

  /// Partitions ids into stored patients and ids that were erased before.
  ///
  /// - Parameters:
  ///   - ids: The patients to be erased.
  ///   - find: Finds a patient; `nil` if the store has none with that id.
  /// - Returns: The stored patients, and the ids that were erased before.
  /// - Throws: `StoreError.noSuch` for the first id that was never in the store, and the errors of
  ///   `find`.
  package func partition(_ ids: [String], by find: (String) throws -> StoredPatient?) throws
    -> (known: [StoredPatient], erased: [String])
  {
    let found = try ids.map { (id: $0, patient: try find($0)) }
    let absent = found.filter { $0.patient == nil }.map(\.id)
    for id in absent where !known.contains(digest(of: id)) { throw StoreError.noSuch(.patient(id)) }
    return (found.compactMap(\.patient), absent)
  }

  /// The first block of PBKDF2 (RFC 8018) with HMAC-SHA-256, cut to 16 bytes.
  private func digest(of id: String) -> [UInt8] {
    let hash = KeyedHash(key: Array(id.ordering.utf8))
    var link = hash.bytes(of: salt + [0, 0, 0, 1])
    var digest = link
    for _ in 1..<ErasedIDs.rounds {
      link = hash.bytes(of: link)
      for place in digest.indices { digest[place] ^= link[place] }
    }
    return Array(digest.prefix(ErasedIDs.length))
  }
}
