import Scheduling

/// The episodes of one medicine as day numbers.
struct EpisodeList {
  /// An episode from its first day to the day after its last one.
  struct Episode {
    var start: Int
    /// `openEnd` where no end is known.
    var end: Int
    var dailyDose: Double
  }

  /// Later than any day.
  static let openEnd = Int.max

  private(set) var episodes: [Episode] = []
  /// The same as others get them, at the same places.
  private(set) var published: [PrescriptionEpisode] = []

  /// Joins the prescriptions of a medicine, which are in order of days.
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

  /// Whether the first episode runs out by the days of its last prescription.
  private var firstIsLimited = false

  /// Adds a prescription, to the last episode where it renews that.
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

  /// When a prescription ends: after its days, with the next one, or on a visit that does not renew
  /// it; and whether its days are given.
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
  /// The first place whose element does not meet a condition that all earlier ones meet.
  fileprivate func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
