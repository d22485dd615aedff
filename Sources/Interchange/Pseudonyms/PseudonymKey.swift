import AdherenceAnalytics
import Foundation
package import Scheduling

/// What ids are replaced by: keyed hashes, which nobody can tell from each other or count through without
/// the key.
///
/// The same key gives the same pseudonyms in every run and on every machine, so that reports can be
/// compared and shares merged; another key gives others, which say nothing of these.
package struct PseudonymKey: Sendable {
  private let hash: KeyedHash

  /// What an id is of: the same text of two kinds has two pseudonyms.
  package enum Kind: String, Sendable {
    case patient, outcome, hold, carePlan
    /// The key itself.
    case key
    /// A text that was recorded as a value, or is a target.
    case text
  }

  /// The fewest bytes of a key.
  static let least = 32
  private static let most = 4096

  /// Takes the bytes of a key, 32 of them at least.
  init(_ bytes: [UInt8]) { hash = KeyedHash(key: bytes) }

  /// Reads a key: all bytes of a file that only its owner and perhaps a group may read.
  ///
  /// - Throws: `InputError` where there is none, others may read it, or it is too short or too long.
  package init(file path: String) throws(InputError) {
    try PseudonymKey.requirePrivate(path)
    let source = try ByteSource(path: path, name: path)
    var bytes: [UInt8] = []
    while bytes.count <= PseudonymKey.most, try source.appendBlock(&bytes) {}
    guard bytes.count >= PseudonymKey.least else {
      throw PseudonymKey.unusable(
        path,
        "a key has \(PseudonymKey.least) bytes or more, and this file has \(bytes.count)"
          + " (make one: openssl rand -hex 32 > FILE)")
    }
    guard bytes.count <= PseudonymKey.most else {
      throw PseudonymKey.unusable(path, "a key has \(PseudonymKey.most) bytes at most")
    }
    self.init(bytes)
  }

  private static func requirePrivate(_ path: String) throws(InputError) {
    try FileType.requireFile(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw InputError(reading: path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable(path, "it is no file") }
    guard status.st_mode & 0o007 == 0 else {
      throw unusable(path, "others may use it (keep it to yourself: chmod 600 FILE)")
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> InputError {
    InputError(.unreadable(reason: reason), source: path)
  }

  /// The pseudonym of an id: twenty small letters and digits, 100 bits.
  ///
  /// Of a million ids two have the same with a probability of 4·10⁻¹⁹.
  package func pseudonym(of id: String, _ kind: Kind) -> String {
    var message = Array("regimen pseudonym \(kind.rawValue)".utf8)
    message.append(0)
    message += id.utf8
    return PseudonymKey.text(of: hash.bytes(of: message).prefix(13))
  }

  /// What tells one key from another, and says nothing of it.
  package var mark: String { pseudonym(of: "", .key) }

  /// The first hundred bits in the letters of RFC 4648's base 32.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    let bits = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } >> 4
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let text = stride(from: UInt128(95), through: 0, by: -5).map { letters[Int(bits >> $0 & 31)] }
    return String(decoding: text, as: UTF8.self)
  }
}
