import Scheduling

/// The episodes of one medication by day number.
struct EpisodeList {
  /// An episode from its first day to its end (exclusive).
  struct Episode {
    var start: Int
    /// `openEnd` if the end is unknown.
    var end: Int
    var dailyDose: Double
  }

  /// A day number later than any date.
  static let openEnd = Int.max

  private(set) var episodes: [Episode] = []
  /// The published episodes, at the same indices.
  private(set) var published: [PrescriptionEpisode] = []

  /// Merges the prescriptions of a medication, which are sorted by date.
  init(
    _ prescriptions: [Prescription], visits: [Int], firstDispensing: Int?,
    rules: SupplyRules
  ) {
    for (place, prescription) in zip(prescriptions.indices, prescriptions) {
      let next = place + 1 < prescriptions.endIndex ? prescriptions[place + 1].date.dayNumber : nil
      if next == prescription.date.dayNumber { continue }
      let end = EpisodeList.end(of: prescription, next: next, visits: visits, rules: rules)
      append(
        Episode(
          start: prescription.date.dayNumber, end: end.day, dailyDose: prescription.dailyDose),
        isLimited: end.isLimited)
    }
    if rules.advancesFirstPrescription, let firstDispensing { advance(to: firstDispensing) }
    published = episodes.map { episode in
      PrescriptionEpisode(
        start: CivilDate(dayNumber: episode.start),
        end: episode.end == EpisodeList.openEnd ? nil : CivilDate(dayNumber: episode.end),
        dailyDose: episode.dailyDose)
    }
  }

  /// Whether the first episode ends by the days of its last prescription.
  private var firstIsLimited = false

  /// Adds a prescription, extending the last episode if it renews it.
  private mutating func append(_ episode: Episode, isLimited: Bool) {
    if let last = episodes.last, last.end == episode.start, last.dailyDose == episode.dailyDose {
      episodes[episodes.count - 1].end = episode.end
    } else {
      episodes.append(episode)
    }
    if episodes.count == 1 { firstIsLimited = isLimited }
  }

  private mutating func advance(to day: Int) {
    guard !episodes.isEmpty, !firstIsLimited, day < episodes[0].start else { return }
    episodes[0].start = day
  }

  /// Returns the end of a prescription (after its days, at the next one, or at a visit that does
  /// not renew it), and whether its days are given.
  private static func end(
    of prescription: Prescription, next: Int?, visits: [Int], rules: SupplyRules
  ) -> (day: Int, isLimited: Bool) {
    var end = prescription.days.map { prescription.date.adding(days: $0).dayNumber } ?? openEnd
    if let next {
      end = min(end, next)
      if rules.endsWithoutRenewal {
        end = min(end, visits[visits.partitionPoint { $0 <= prescription.date.dayNumber }])
      }
    }
    return (end, prescription.days != nil)
  }
}

extension Array<Int> {
  /// Returns the first index whose element does not meet a monotonic condition.
  fileprivate func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
