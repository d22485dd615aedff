/// What was prescribed and dispensed of one medicine, and for how long each supply lasts.
public struct MedicineSupply: Hashable, Sendable {
  /// The medicine.
  public var medicine: String
  /// What was prescribed, in order of days.
  public var episodes: [PrescriptionEpisode]
  /// The supplies in order of days, each with its parts in order.
  public var events: [SuppliedEvent]

  /// How often the treatment was interrupted.
  public var interruptions: Int {
    zip(episodes, episodes.dropFirst()).count { $0.end != $1.start }
  }

  /// How often the daily dose changed from one day to the next.
  public var dosageChanges: Int {
    zip(episodes, episodes.dropFirst()).count { $0.end == $1.start }
  }
}
