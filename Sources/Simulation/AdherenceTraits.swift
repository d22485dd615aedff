/// The adherence behaviour of a synthetic patient.
struct AdherenceTraits {
  /// Whether the patient initiates treatment.
  let isInitiated: Bool
  /// The day of discontinuation; `nil` if the patient persists to the end.
  let dropOut: Int?
  /// Gaps in days without any record.
  let holidays: [Range<Int>]
  /// The initial rate of doses taken, per thousand.
  let firstRate: Int
  /// The change of the rate per year.
  let rateDrift: Int
  /// The initial mean delay of doses in seconds.
  let firstDelay: Int
  /// The change of the delay per year.
  let delayDrift: Int
  /// The reduction of the rate on Saturdays and Sundays.
  let weekendDrop: Int

  /// Draws the traits for a number of days.
  init(days: Int, _ random: inout RandomNumbers) {
    isInitiated = !random.happens(40)
    let (dropsOut, dropOut) = (random.happens(200), random.below(days))
    self.dropOut = isInitiated && dropsOut ? dropOut : nil
    holidays = AdherenceTraits.holidays(days: days, &random)
    firstRate = AdherenceTraits.rate(&random)
    rateDrift = random.within(-150...50)
    firstDelay = 60 * random.within(-20...40)
    delayDrift = 60 * random.within(-30...60)
    weekendDrop = 60
  }

  /// Creates traits with a constant rate per thousand and the delays of another patient.
  init(steady rate: Int, like other: AdherenceTraits) {
    (isInitiated, dropOut, holidays) = (true, nil, [])
    (firstRate, rateDrift, weekendDrop) = (rate, 0, 0)
    (firstDelay, delayDrift) = (other.firstDelay, other.delayDrift)
  }

  /// Draws the gaps: at most one of two to nine days in each four weeks.
  private static func holidays(days: Int, _ random: inout RandomNumbers) -> [Range<Int>] {
    var holidays: [Range<Int>] = []
    for first in stride(from: 0, to: days, by: 28) {
      let (takesOne, day, length) = (random.happens(60), random.below(28), random.within(2...9))
      if takesOne { holidays.append(first + day..<first + day + length) }
    }
    return holidays
  }

  /// Draws the initial rate: most patients are adherent, some partly, a few hardly.
  private static func rate(_ random: inout RandomNumbers) -> Int {
    switch random.choice(weights: [55, 30, 15]) {
    case 0: random.within(930...990)
    case 1: random.within(780...930)
    default: random.within(350...780)
    }
  }
}

extension AdherenceTraits {
  /// Returns the rate per thousand of each day; -1 on days without records.
  ///
  /// `weekday` is the day of the week of the first day, 0 for Monday; during the hold nothing is
  /// recorded.
  func rates(days: Int, weekday: Int, hold: Range<Int>?) -> [Int] {
    var rates = (0..<days).map { day in
      let rate = firstRate + rateDrift * day / 365
      return min(995, max(20, (weekday + day) % 7 < 5 ? rate : rate - weekendDrop))
    }
    let silent = isInitiated ? dropOut.map { $0..<days } : 0..<days
    for stretch in holidays + [hold, silent].compactMap(\.self) {
      for day in stretch.clamped(to: 0..<days) { rates[day] = -1 }
    }
    return rates
  }

  /// Returns the mean delay of doses on a day, in seconds.
  func delay(on day: Int) -> Int { firstDelay + delayDrift * day / 365 }
}
