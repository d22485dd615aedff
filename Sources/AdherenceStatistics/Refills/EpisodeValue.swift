/// A measure over one treatment episode.
public struct EpisodeValue: Hashable, Sendable {
  /// The episode.
  public let episode: TreatmentEpisode
  /// The measure.
  public let value: Estimate<Double>
}
