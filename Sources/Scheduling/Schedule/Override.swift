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
