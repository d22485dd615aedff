/// How far a store had come: which of its batches was the newest.
///
/// It is a text that can be kept and sent, as by a server that is asked again what has changed. A copy of a
/// store that is written to goes on with revisions of its own.
public struct StoreRevision: Hashable, Sendable {
  /// How many batches had been written.
  public let number: Int
  /// What tells the newest batch from one of the same number in another store: a number that was drawn.
  public let mark: UInt64

  /// Creates the revision of a store of one's own.
  public init(number: Int, mark: UInt64) {
    self.number = number
    self.mark = mark
  }
}

extension StoreRevision: LosslessStringConvertible {
  /// Number and mark, as `12-9f86d081884c7d65`.
  public var description: String { "\(number)-\(String(mark, radix: 16))" }

  /// Reads what ``description`` says; `nil` for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let mark = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(number: number, mark: mark)
    guard self.description == description else { return nil }
  }
}
