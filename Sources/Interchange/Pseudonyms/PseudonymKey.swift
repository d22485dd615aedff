import AdherenceAnalytics
package import Diagnostics
import Formats
import Foundation
import Scheduling

/// The key of pseudonyms: a keyed hash, which cannot be linked or enumerated without the key.
///
/// The same key gives the same pseudonyms in every run and on every machine, so that reports can be
/// compared and shards merged; another key gives unrelated pseudonyms.
package struct PseudonymKey: Sendable {
  private let hash: KeyedHash

  /// The kind of an id: equal texts of different kinds have different pseudonyms.
  package enum Kind: String, Sendable {
    case patient, outcome, hold, carePlan, namedEvent
    /// The key itself.
    case key
    /// A recorded or target text.
    case text
  }

  /// The minimum length of a key in bytes.
  static let least = 32
  private static let most = 4096

  /// Creates a key from at least 32 bytes.
  init(_ bytes: [UInt8]) { hash = KeyedHash(key: bytes) }

  /// Reads a key: all bytes of a file that only its owner and optionally a group may read.
  ///
  /// - Throws: `InputError` if there is no such file, others may read it, or its length is invalid.
  package init(file path: String) throws(InputError) {
    try PseudonymKey.requirePrivate(path)
    let source = try ByteSource(path: path, name: path)
    var bytes: [UInt8] = []
    while bytes.count <= PseudonymKey.most, try source.appendBlock(&bytes) {}
    guard bytes.count >= PseudonymKey.least else {
      throw PseudonymKey.unusable(
        path,
        "a key has at least \(PseudonymKey.least) bytes, but this file has \(bytes.count)"
          + " (make one: openssl rand -hex 32 > FILE)")
    }
    guard bytes.count <= PseudonymKey.most else {
      throw PseudonymKey.unusable(path, "a key has at most \(PseudonymKey.most) bytes")
    }
    self.init(bytes)
  }

  private static func requirePrivate(_ path: String) throws(InputError) {
    try FileType.requireFile(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw InputError(reading: path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable(path, "it is not a file") }
    guard status.st_mode & 0o007 == 0 else {
      throw unusable(path, "others may read it (restrict access: chmod 600 FILE)")
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> InputError {
    InputError(.unreadable(reason: reason), source: path)
  }

  /// Returns the pseudonym of an id: twenty lower-case letters and digits, 100 bits.
  ///
  /// The probability of a collision among a million ids is 4·10⁻¹⁹.
  package func pseudonym(of id: String, _ kind: Kind) -> String {
    var message = Array("regimen pseudonym \(kind.rawValue)".utf8)
    message.append(0)
    message += id.utf8
    return PseudonymKey.text(of: hash.bytes(of: message).prefix(13))
  }

  /// A fingerprint that identifies the key without revealing it.
  package var mark: String { pseudonym(of: "", .key) }

  /// Returns the first hundred bits in base 32 (RFC 4648).
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    let bits = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } >> 4
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let text = stride(from: UInt128(95), through: 0, by: -5).map { letters[Int(bits >> $0 & 31)] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The sorted pseudonyms of patients, with the index of each patient among the ids.
struct PseudonymOrder {
  let pseudonyms: [String]
  let places: [Int32]

  /// Replaces ids.
  ///
  /// - Throws: `InputError` if two ids have the same pseudonym.
  /// - Complexity: O(*n* log *n*) for *n* ids.
  init(_ ids: [String], _ key: PseudonymKey) throws(InputError) {
    let all = ids.map { key.pseudonym(of: $0, .patient) }
    let order = all.indices.sorted { all[$0] < all[$1] }
    places = order.map { Int32(clamping: $0) }
    pseudonyms = order.map { all[$0] }
    if let twin = zip(pseudonyms, pseudonyms.dropFirst()).first(where: { $0 == $1 }) {
      throw InputError(.duplicate(kind: "pseudonym", id: twin.0), parameter: "pseudonyms")
    }
  }
}
