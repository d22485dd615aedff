public import Scheduling

/// A version of an event in a patient's course that schedules can follow, such as surgery or discharge.
///
/// It is no outcome: nothing is matched with it, and it is in no ratio. Events with the same name and other
/// ids, or none, are repetitions; versions with the same id correct one event, or withdraw it.
///
///     var surgery = NamedEvent("surgery", at: LocalOrInstant("2025-03-04T07:30:00")!)
///     surgery.id = "op-1"
///     surgery.recordedAt = Instant("2025-02-20T09:00:00Z")!
///     var postponed = surgery
///     postponed.time = LocalOrInstant("2025-03-06T07:30:00")!
///     postponed.recordedAt = Instant("2025-03-03T16:00:00Z")!
///     print(postponed.name, postponed.time)  // surgery 2025-03-06T07:30:00
public struct NamedEvent: Hashable, Sendable {
  /// The name by which schedules refer to the event.
  public var name: String
  /// When it happened, or will happen; a bare date means the start of that day.
  public var time: LocalOrInstant
  /// The id, by which a later version supersedes the event; `nil` if it is never superseded.
  public var id: String?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// Whether this version withdraws the event.
  public var isDeleted = false
  /// Notes about the event.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// Creates an event.
  public init(_ name: String, at time: LocalOrInstant) {
    self.name = name
    self.time = time
  }
}

extension NamedEvent {
  /// The time of recording; unknown times sort first.
  package var recorded: Instant { recordedAt ?? .earliest }

  /// Returns whether this version withdraws the event of another version, which was recorded before it.
  package func withdraws(_ other: NamedEvent) -> Bool {
    isDeleted && id != nil && id == other.id && !other.isDeleted && other.recorded <= recorded
  }
}
