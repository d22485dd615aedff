public import Scheduling

/// A range of time in which a plan is on hold, or that is annotated.
///
///     let (stay, home) = (LocalOrInstant("2025-01-08")!, LocalOrInstant("2025-01-11")!)
///     var hospital = Hold(from: stay, to: home, reason: "in hospital")
///     print(hospital.mode)  // exclude
///     hospital.mode = .extend  // the days do not pass: all that follows moves
///     hospital.task = "antibiotic"
public struct Hold: Hashable, Sendable {
  /// The task on hold; `nil` for all of the patient's tasks, or those of ``group``.
  public var task: String?
  /// The task group on hold.
  public var group: String?
  /// The start of the hold.
  public var from: LocalOrInstant
  /// The end (exclusive); `nil` if open.
  public var to: LocalOrInstant?
  /// The effect on the plan.
  public var mode = Mode.exclude
  /// The reason.
  public var reason: String?
  /// The id, by which a later version supersedes the hold; `nil` if it is never superseded.
  public var id: String?
  /// When this version was recorded; `nil` if it was always known.
  public var recordedAt: Instant?
  /// Whether this version deletes the hold.
  public var isDeleted = false
  /// Notes about the hold.
  public var notes: [RecordNote] = []
  /// The id in another system.
  public var remoteID: String?
  /// Custom data of an application.
  public var userInfo: [String: String] = [:]

  /// The effect of a hold on a plan; of overlapping holds, the mode listed first applies.
  public enum Mode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The plan ends at the start of the hold.
    case truncate
    /// The plan's clock is stopped: later occurrences move by the length of the hold.
    case extend
    /// Occurrences that start in the hold are on hold: not due, and in no ratio.
    case exclude
    /// As ``exclude``; in addition the patient is not monitored, so that events in it are outside the
    /// observation period.
    case notMonitored
    /// No effect; an annotation only.
    case annotate
  }

  /// Creates a hold with the mode ``Mode/exclude``.
  public init(task: String? = nil, from: LocalOrInstant, to: LocalOrInstant?, reason: String? = nil)
  {
    self.task = task
    self.from = from
    self.to = to
    self.reason = reason
  }
}
