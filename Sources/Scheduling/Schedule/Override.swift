extension Schedule {
  /// A change to one occurrence, which keeps its key.
  ///
  /// Overrides come after exclusions: what is excluded stays away, unless an override adds it. In a
  /// distinct schedule, which is a recurrence set, exclusions are stronger than additions too.
  public struct Override: Hashable, Sendable {
    /// Whether the occurrence does not take place.
    public var isCancelled: Bool
    /// Whether the occurrence takes place although no recurrence names it.
    public var isAdded: Bool
    /// When it takes place instead; `nil` where its time stays.
    public var start: Moment?
    /// What it asks for instead; `nil` where its targets stay.
    public var targets: [ScheduleElement.Target]?
    /// When an outcome is in time instead; `nil` where its window stays.
    public var window: ScheduleElement.Window?
    /// How long it lasts instead; `nil` where its length stays.
    ///
    /// Whole days of an all-day element's occurrence, which begins as a day does, last to the first moment of
    /// a day.
    public var duration: Period?
    /// What it says to the person who follows the plan instead; `nil` where the element's text stays.
    public var text: String?

    /// Creates an override; without arguments it changes nothing.
    public init(
      isCancelled: Bool = false, isAdded: Bool = false, start: Moment? = nil,
      targets: [ScheduleElement.Target]? = nil, window: ScheduleElement.Window? = nil,
      duration: Period? = nil, text: String? = nil
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
  /// Takes an occurrence back.
  public func cancelled(_ key: OccurrenceKey) -> Schedule {
    changing(key) { $0.isCancelled = true }
  }

  /// Moves an occurrence to another time; it is found there, and its key stays.
  public func moved(_ key: OccurrenceKey, to start: Moment) -> Schedule {
    changing(key) { $0.start = start }
  }

  /// Asks for something else at one occurrence.
  public func retargeted(_ key: OccurrenceKey, _ targets: [ScheduleElement.Target]) -> Schedule {
    changing(key) { $0.targets = targets }
  }

  /// Opens another window around one occurrence.
  public func rewindowed(_ key: OccurrenceKey, _ window: ScheduleElement.Window) -> Schedule {
    changing(key) { $0.window = window }
  }

  /// Makes one occurrence longer or shorter.
  public func prolonged(_ key: OccurrenceKey, _ duration: Period) -> Schedule {
    changing(key) { $0.duration = duration }
  }

  /// Says something else at one occurrence.
  public func reworded(_ key: OccurrenceKey, _ text: String) -> Schedule {
    changing(key) { $0.text = text }
  }

  /// Adds an occurrence of an element at a local time that its recurrence does not name.
  ///
  /// Of an all-day element the time is the midnight with which the day begins; a schedule with another is invalid.
  public func added(_ key: OccurrenceKey) -> Schedule { changing(key) { $0.isAdded = true } }

  private func changing(_ key: OccurrenceKey, _ change: (inout Override) -> Void) -> Schedule {
    var schedule = self
    change(&schedule.overrides[key, default: Override()])
    return schedule
  }
}
