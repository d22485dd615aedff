import AdherenceAnalytics

/// The ids that a store has erased, as digests: a command that was killed behind its end is told from one that names
/// an id that was never known.
///
/// A store keeps no id. Whoever has the store and guesses one can test it, as ids of few digits are soon guessed; the
/// salt is the store's own, so that digests of two stores cannot be compared, and the key is stretched.
package struct ErasedIDs {
  /// The bytes of a digest.
  private static let length = 16
  private static let rounds = 4096

  private let salt: [UInt8]
  private var known: Set<[UInt8]>

  /// Takes what a store keeps.
  ///
  /// - Parameters:
  ///   - salt: The mark of the store's first batch.
  ///   - digests: The digests of each batch, one behind the other.
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

  /// The digests of ids, one behind the other, as a batch keeps them.
  package func digests(of ids: [String]) -> [UInt8] { ids.flatMap(digest) }

  /// Parts the patients whom a store has from those whom it has erased.
  ///
  /// - Parameters:
  ///   - ids: The patients who are to be erased.
  ///   - find: Finds a patient; `nil` where the store has none of that id.
  /// - Returns: The patients whom the store has, and the ids that it erased before.
  /// - Throws: `StoreError.noSuch` for the first id that was never known, and what finding a patient throws.
  package func parted(_ ids: [String], by find: (String) throws -> StoredPatient?) throws
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
