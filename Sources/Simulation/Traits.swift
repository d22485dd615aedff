import AdherenceAnalytics
import Scheduling

/// The traits drawn once for a patient: demographics, plan and adherence.
///
/// Days are counted from the day of enrolment, which is 0.
struct Traits {
  // Demographics.
  let home: Zone
  let arm: String
  let sex: Patient.Sex
  let birthDate: CivilDate
  /// The first day of treatment.
  let enrolment: CivilDate
  /// The number of days from enrolment to the end.
  let followUp: Int
  /// The days of a journey; `nil` if the patient does not travel.
  let journey: Range<CivilDate>?

  // Plan.
  let regimen: Dosing
  let exercise: Exercise
  /// The edit of the medication; `nil` if there is none.
  let edit: Edit?
  /// The days in which the plan is on hold.
  let hold: Range<Int>?

  // Recording.
  /// The way in which doses are recorded.
  let recording: Recording
  let adherence: AdherenceTraits

  /// The way in which doses are recorded: with their occurrence or with a time only.
  enum Recording {
    /// The patient records the occurrence.
    case keyed
    /// A device records the time.
    case device(Matching)
  }

  /// The times of a medication.
  struct Dosing: Hashable {
    /// The hour of the first dose.
    var firstHour: Int
    var isTwiceDaily: Bool
  }

  /// The days, time and duration of an exercise.
  struct Exercise: Hashable {
    var isEveryWeekday: Bool
    /// The time of day in half hours.
    var halfHour: Int
    var minutes: Int
  }

  /// A second version of the medication.
  struct Edit: Hashable {
    /// The first day of the second version.
    var day: Int
    var regimen: Dosing
  }
}

extension Traits {
  /// Draws a patient; uses `steadyRate` instead of a drawn rate if it is given.
  init(
    in range: Range<CivilDate>, zones: ZoneChoice, steadyRate: Int? = nil,
    _ random: inout RandomNumbers
  ) {
    let days = range.upperBound - range.lowerBound
    home = zones.home(&random)
    arm = random.happens(500) ? "reminder" : "usual"
    sex = [.female, .male, .other, .unknown][random.choice(weights: [515, 470, 10, 5])]
    birthDate = CivilDate(dayNumber: random.within(-12_000...12_000))
    let day = Traits.enrolmentDay(of: days, &random)
    enrolment = range.lowerBound.adding(days: day)
    followUp = days - day
    journey = Traits.journey(in: range, &random)
    let regimen = Dosing(&random)
    self.regimen = regimen
    exercise = Exercise(&random)
    edit = Traits.edit(of: regimen, days: followUp, &random)
    hold = Traits.hold(days: followUp, &random)
    recording = Recording(&random)
    let drawn = AdherenceTraits(days: followUp, &random)
    adherence = steadyRate.map { AdherenceTraits(steady: $0, like: drawn) } ?? drawn
  }

  /// Draws a day of enrolment: a weekday of the first eight weeks, or fewer in a short observation
  /// period.
  private static func enrolmentDay(of days: Int, _ random: inout RandomNumbers) -> Int {
    let week = random.below(min(8, max(1, days / 28)))
    return min(7 * week + random.below(5), days - 1)
  }

  /// Draws a journey of two weeks, starting in one of four seasons of the first year.
  private static func journey(in range: Range<CivilDate>, _ random: inout RandomNumbers)
    -> Range<CivilDate>?
  {
    let (travels, season) = (random.happens(40), random.below(4))
    let length = min(364, range.upperBound - range.lowerBound) / 28
    guard travels, length > 0 else { return nil }
    let first = range.lowerBound.adding(days: 7 * length * season + 7)
    return first..<first.adding(days: 14)
  }

  /// Draws an edit of the hour or the number of doses, in a week around the middle.
  private static func edit(of regimen: Dosing, days: Int, _ random: inout RandomNumbers) -> Edit? {
    let (isEdited, changesNumber) = (random.happens(150), random.happens(500))
    let week = (days / 2 / 7) + random.within(-4...4)
    guard isEdited, 7 * week > 0, 7 * week < days else { return nil }
    var regimen = regimen
    if changesNumber {
      regimen.isTwiceDaily.toggle()
    } else {
      regimen.firstHour += 1
    }
    return Edit(day: 7 * week, regimen: regimen)
  }

  /// Draws a hold of one to three weeks.
  private static func hold(days: Int, _ random: inout RandomNumbers) -> Range<Int>? {
    let (isHeld, first, weeks) = (random.happens(80), random.below(days), random.within(1...3))
    return isHeld ? first..<first + 7 * weeks : nil
  }
}

extension Traits.Dosing {
  init(_ random: inout RandomNumbers) {
    firstHour = [7, 8, 9][random.choice(weights: [30, 50, 20])]
    isTwiceDaily = random.happens(500)
  }
}

extension Traits.Exercise {
  init(_ random: inout RandomNumbers) {
    isEveryWeekday = random.happens(500)
    halfHour = [34, 37][random.below(2)]
    minutes = [20, 30][random.below(2)]
  }
}

extension Traits.Recording {
  init(_ random: inout RandomNumbers) {
    switch random.choice(weights: [75, 15, 10]) {
    case 0: self = .keyed
    case 1: self = .device(.window)
    default: self = .device(.nearest)
    }
  }
}

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
