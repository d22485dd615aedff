/// The prescriptions and supplies of one medication.
public struct MedicineSupply: Hashable, Sendable {
  /// The medication.
  public var medicine: String
  /// The prescription episodes, in order.
  public var episodes: [PrescriptionEpisode]
  /// The supplied events in order of dispensing, each with its parts in order.
  public var events: [SuppliedEvent]

  /// The number of interruptions of treatment.
  public var interruptions: Int {
    zip(episodes, episodes.dropFirst()).count { $0.end != $1.start }
  }

  /// The number of changes of the daily dose without interruption.
  public var dosageChanges: Int {
    zip(episodes, episodes.dropFirst()).count { $0.end == $1.start }
  }
}
