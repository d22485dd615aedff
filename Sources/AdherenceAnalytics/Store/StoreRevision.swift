/// A revision of a store, which identifies its newest batch.
///
/// It has a text form that can be stored and sent, for example by clients of a server that poll for changes.
/// A copy of a store that is written to has revisions of its own.
public struct StoreRevision: Hashable, Sendable {
  /// The number of batches written.
  public let number: Int
  /// A random number that distinguishes batches with the same number in different stores.
  public let mark: UInt64

  /// Creates a revision, for implementations of stores.
  public init(number: Int, mark: UInt64) {
    self.number = number
    self.mark = mark
  }
}

extension StoreRevision: LosslessStringConvertible {
  /// The number and the mark, such as `12-9f86d081884c7d65`.
  public var description: String { "\(number)-\(String(mark, radix: 16))" }

  /// Parses the format of ``description``; `nil` for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let mark = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(number: number, mark: mark)
    guard self.description == description else { return nil }
  }
}
