/// How well a patient follows the plan, and when.
struct AdherenceTraits {
  /// Whether the patient ever begins.
  let isInitiated: Bool
  /// The day on which the patient gives up; `nil` for who goes on to the end.
  let dropOut: Int?
  /// Days of which nothing is recorded.
  let holidays: [Range<Int>]
  /// How many in a thousand doses are taken at first.
  let firstRate: Int
  /// By how much that changes in a year.
  let rateDrift: Int
  /// How late doses are on average at first, in seconds.
  let firstDelay: Int
  /// By how much that changes in a year.
  let delayDrift: Int
  /// By how much fewer are taken on Saturdays and Sundays.
  let weekendDrop: Int

  /// Draws what is known of so many days.
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

  /// Takes so many in a thousand doses from the first day to the last, at the same hours as another.
  init(steady rate: Int, like other: AdherenceTraits) {
    (isInitiated, dropOut, holidays) = (true, nil, [])
    (firstRate, rateDrift, weekendDrop) = (rate, 0, 0)
    (firstDelay, delayDrift) = (other.firstDelay, other.delayDrift)
  }

  /// In each four weeks there may begin one, of two to nine days.
  private static func holidays(days: Int, _ random: inout RandomNumbers) -> [Range<Int>] {
    var holidays: [Range<Int>] = []
    for first in stride(from: 0, to: days, by: 28) {
      let (takesOne, day, length) = (random.happens(60), random.below(28), random.within(2...9))
      if takesOne { holidays.append(first + day..<first + day + length) }
    }
    return holidays
  }

  /// Most are steady, some are not, and a few hardly follow the plan.
  private static func rate(_ random: inout RandomNumbers) -> Int {
    switch random.choice(weights: [55, 30, 15]) {
    case 0: random.within(930...990)
    case 1: random.within(780...930)
    default: random.within(350...780)
    }
  }
}

extension AdherenceTraits {
  /// How many doses in a thousand are taken on each of so many days; -1 where nothing is recorded.
  ///
  /// The first day is the given one of its week, 0 for Monday, and the plan rests in the hold.
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

  /// How late doses are on average on a day, in seconds.
  func delay(on day: Int) -> Int { firstDelay + delayDrift * day / 365 }
}
