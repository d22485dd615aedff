/// One share of all patients, so that several readers can divide a store without coordination.
///
/// A patient's share depends only on the id, and never changes as others are added or removed:
///
///     print((0..<8).filter { Partition($0, of: 8).contains("ann") }.count)  // 1
public struct Partition: Hashable, Sendable {
  /// The index of the share, from 0.
  public let index: Int
  /// The number of shares.
  public let count: Int

  /// Creates a share.
  ///
  /// - Precondition: `index` is not negative and less than `count`.
  public init(_ index: Int, of count: Int) {
    precondition(index >= 0 && index < count, "there is no share \(index) of \(count)")
    self.index = index
    self.count = count
  }

  // Safe: FNV-1a wraps.
  /// Returns whether a patient belongs to the share.
  ///
  /// It is the remainder modulo `count` of the 64-bit FNV-1a hash of the id's UTF-8, with its upper half
  /// folded into the lower by exclusive or.
  public func contains(_ patient: String) -> Bool {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in patient.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return (hash ^ hash >> 32) % UInt64(count) == UInt64(index)
  }
}

extension Partition: LosslessStringConvertible {
  /// Parses `2/7`, the second of seven shares; `nil` for any other text, and for more than a million shares.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      1...1_000_000 ~= count, 1...count ~= number
    else { return nil }
    self.init(number - 1, of: count)
  }

  /// The share as `2/7`, counted from 1.
  public var description: String { "\(index + 1)/\(count)" }
}
