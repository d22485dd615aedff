extension Schedule {
  /// A change to one occurrence, which keeps its key.
  ///
  /// Overrides are applied after exclusions: an excluded occurrence is absent unless an override adds it. In
  /// a distinct schedule, which is a recurrence set, exclusions take precedence over additions too.
  public struct Override: Hashable, Sendable {
    /// Whether the occurrence is cancelled.
    public var isCancelled: Bool
    /// Whether the occurrence is added although the recurrence does not generate it.
    public var isAdded: Bool
    /// The new start; `nil` to keep the planned one.
    public var start: LocalOrInstant?
    /// The new targets; `nil` to keep the element's.
    public var targets: [ScheduleElement.Target]?
    /// The new time window; `nil` to keep the element's.
    public var window: ScheduleElement.Window?
    /// The new duration; `nil` to keep the element's.
    ///
    /// In whole days for an occurrence of an all-day element, which starts and ends at the start of a day.
    public var duration: ISODuration?
    /// The new text for the person who follows the plan; `nil` to keep the element's.
    public var text: String?

    /// Creates an override; without arguments it changes nothing.
    public init(
      isCancelled: Bool = false, isAdded: Bool = false, start: LocalOrInstant? = nil,
      targets: [ScheduleElement.Target]? = nil, window: ScheduleElement.Window? = nil,
      duration: ISODuration? = nil, text: String? = nil
    ) {
      self.isCancelled = isCancelled
      self.isAdded = isAdded
      self.start = start
      self.targets = targets
      self.window = window
      self.duration = duration
      self.text = text
    }
  }
}

extension Schedule {
  /// Cancels an occurrence.
  public func cancelled(_ key: OccurrenceKey) -> Schedule {
    changing(key) { $0.isCancelled = true }
  }

  /// Moves an occurrence to another time; its key stays the same.
  public func moved(_ key: OccurrenceKey, to start: LocalOrInstant) -> Schedule {
    changing(key) { $0.start = start }
  }

  /// Replaces the targets of one occurrence.
  public func retargeted(_ key: OccurrenceKey, _ targets: [ScheduleElement.Target]) -> Schedule {
    changing(key) { $0.targets = targets }
  }

  /// Replaces the time window of one occurrence.
  public func rewindowed(_ key: OccurrenceKey, _ window: ScheduleElement.Window) -> Schedule {
    changing(key) { $0.window = window }
  }

  /// Replaces the duration of one occurrence.
  public func prolonged(_ key: OccurrenceKey, _ duration: ISODuration) -> Schedule {
    changing(key) { $0.duration = duration }
  }

  /// Replaces the text of one occurrence.
  public func reworded(_ key: OccurrenceKey, _ text: String) -> Schedule {
    changing(key) { $0.text = text }
  }

  /// Adds an occurrence of an element at a local time that its recurrence does not generate.
  ///
  /// For an all-day element the time must be midnight; otherwise the schedule is invalid.
  public func added(_ key: OccurrenceKey) -> Schedule { changing(key) { $0.isAdded = true } }

  private func changing(_ key: OccurrenceKey, _ change: (inout Override) -> Void) -> Schedule {
    var schedule = self
    change(&schedule.overrides[key, default: Override()])
    return schedule
  }
}

/// The identity of an occurrence within its schedule: its element and its nominal local time.
///
/// A key is unaffected by travel, edits, moves and new zone data, none of which change the planned time.
///
///     let key = OccurrenceKey("tablet/2025-01-06T08:00:00")!
///     let plan = Schedule.daily(
///       at: [CivilTime("08:00")!], from: CivilDate("2025-01-06")!, id: "tablet")
///     let noon = LocalOrInstant("2025-01-06T12:00:00")!
///     print(plan.moved(key, to: noon).summary)  // every day at 08:00, 1 occurrence moved
public struct OccurrenceKey: Hashable, Sendable {
  /// The id of the element.
  public var element: String
  /// The planned local time, before gaps and overlaps are resolved.
  public var nominal: CivilDateTime
  /// Whether it is the second of two occurrences at a local time that is repeated when clocks are set back.
  public var isSecondPass: Bool

  /// Creates a key.
  public init(element: String, nominal: CivilDateTime, isSecondPass: Bool = false) {
    self.element = element
    self.nominal = nominal
    self.isSecondPass = isSecondPass
  }
}

extension OccurrenceKey: LosslessStringConvertible {
  /// Parses `breakfast/2024-01-04T08:00:00`, followed by `;fold=1` for the second pass.
  public init?(_ text: String) {
    guard let slash = text.lastIndex(of: "/"), slash > text.startIndex else { return nil }
    let parts = text[text.index(after: slash)...].split(
      separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 1 || (parts.count == 2 && parts[1] == "fold=1"),
      let nominal = CivilDateTime(String(parts[0]))
    else { return nil }
    self.init(
      element: String(text[..<slash]), nominal: nominal, isSecondPass: parts.count == 2)
  }

  /// The key as `breakfast/2024-01-04T08:00:00`.
  public var description: String { "\(element)/\(nominal)\(isSecondPass ? ";fold=1" : "")" }
}
