public import Scheduling

/// A stretch of time in which a plan rests, or that is marked.
///
///     let (stay, home) = (Moment("2025-01-08")!, Moment("2025-01-11")!)
///     var hospital = Hold(from: stay, to: home, reason: "in hospital")
///     print(hospital.mode)  // exclude
///     hospital.mode = .extend  // the days do not pass: all that follows moves
///     hospital.task = "antibiotic"
public struct Hold: Hashable, Sendable {
  /// The task that is meant; `nil` for all of the patient's, or those of ``group``.
  public var task: String?
  /// The task group that is meant.
  public var group: String?
  /// The first moment of the hold.
  public var from: Moment
  /// The first moment after it; `nil` while it lasts.
  public var to: Moment?
  /// What it does to the plan.
  public var mode = Mode.exclude
  /// Why.
  public var reason: String?
  /// The identity of the hold, under which a later version replaces it; `nil` where it is never
  /// replaced.
  public var id: String?
  /// When this version became known; `nil` means always.
  public var recordedAt: Instant?
  /// Whether this version takes the hold back.
  public var isDeleted = false
  /// What was noted about the hold.
  public var notes: [Note] = []
  /// Its name in another system.
  public var remoteID: String?
  /// What a program wants to remember.
  public var userInfo: [String: String] = [:]

  /// What a hold does to a plan; where several meet, the one that stands first here wins.
  public enum Mode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The plan ends as the hold begins.
    case truncate
    /// The plan's clock stops: what follows moves by the hold's length.
    case extend
    /// What starts in it is on hold: due to nobody, in no ratio, neither success nor failure.
    case exclude
    /// As ``exclude``; in addition the patient is not monitored, so that events in it are outside the observation.
    case notMonitored
    /// Nothing but a label.
    case annotate
  }

  /// Creates a hold that suspends what starts in it.
  public init(task: String? = nil, from: Moment, to: Moment?, reason: String? = nil) {
    self.task = task
    self.from = from
    self.to = to
    self.reason = reason
  }
}
