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

/// The changes of a store between two of its revisions.
public struct StoreChanges: Hashable, Sendable {
  /// The later revision, after which the next changes start.
  public var revision: StoreRevision
  /// The new versions, one element for each patient, in order of the patients' ids; for patients erased
  /// meanwhile, only later versions.
  public var records: [RecordChange]
  /// The number of patients erased.
  ///
  /// A store does not keep the ids of erased patients: ``ObservableStore/unknownPatients(among:)`` returns which of
  /// a client's patients no longer exist.
  public var erasures: Int

  /// Creates the changes up to a revision.
  public init(revision: StoreRevision, records: [RecordChange] = [], erasures: Int = 0) {
    self.revision = revision
    self.records = records
    self.erasures = erasures
  }

  /// Whether there were no changes and no erasures.
  public var isEmpty: Bool { records.isEmpty && erasures == 0 }
}
