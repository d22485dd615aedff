package import Scheduling

// The rules for a Timing and a Dosage.
extension InputError.Rule {
  // Precedence of codes and `repeat`.
  package static let unknownCode = InputError.Rule(
    "unknownCode", "is no code whose frequency is known (add 'repeat')")
  package static let unknownBeside = InputError.Rule(
    "unknownCode", "is no code whose frequency is known; 'repeat' is followed (leave one out)",
    keepsRecord: true)
  package static let immediateRepeats = InputError.Rule(
    "codeDisagrees", "says once, at once, where 'repeat' says how often (keep one of them)")
  package static let codeDisagrees = InputError.Rule(
    "codeDisagrees", "says otherwise than 'repeat', which is followed (keep one of them)",
    keepsRecord: true)
  package static let codeFromText = InputError.Rule(
    "codeFromText", "is a code written as text, and is read as one (write it as a coding)",
    keepsRecord: true)
  package static let noPattern = InputError.Rule(
    "noPattern", "does not say how often (add 'frequency' and 'period')")
  package static let countWithoutPeriod = InputError.Rule(
    "countWithoutPeriod", "does not say within what time (add bounds)")

  // Events, start and end.
  package static let eventsContradictCount = InputError.Rule(
    "eventsContradictCount", "is not the number of events, which are followed (leave it out)",
    keepsRecord: true)
  package static let eventOutsideBounds = InputError.Rule(
    "eventOutsideBounds", "lies outside the bounds, and occurs all the same", keepsRecord: true)
  package static let eventsDisagree = InputError.Rule(
    "eventsDisagree", "is none of the times that 'repeat' has, which is followed (leave it out)",
    keepsRecord: true)
  package static let noAnchor = InputError.Rule(
    "noAnchor", "has no start (add 'boundsPeriod.start', or the date of the request)")
  package static let periodReversed = InputError.Rule(
    "per-1", "ends before it starts (exchange start and end)")
  package static let endsBeforeStart = InputError.Rule(
    "endsBeforeStart", "ends before it starts (give it a start of its own)")
  package static let rangeReversed = InputError.Rule(
    "rng-2", "has a low above its high (exchange them)")

  // Numbers.
  package static let fractionalPeriod = InputError.Rule(
    "fractionalPeriod", "is no whole number of seconds or months (use a smaller unit)")
  package static let tooLong = InputError.Rule(
    "malformed", "is longer than can be planned (use a length of some years at most)")
  package static let tooMany = InputError.Rule(
    "malformed", "is more than can be planned (1,440 doses a day or period at most)")
  package static let reversedRange = InputError.Rule(
    "reversedRange", "is less than what it is the upper end of (exchange them)")
  package static let zeroPeriod = InputError.Rule("zeroPeriod", "must be more than 0")

  // Frequency.
  package static let frequencyWithoutPeriod = InputError.Rule(
    "frequencyWithoutPeriod", "does not say in what time (add 'period' and 'periodUnit')")
  package static let timesContradictFrequency = InputError.Rule(
    "timesContradictFrequency", "does not fit the times of day (let as many be named)")
  package static let clockContradictsPeriod = InputError.Rule(
    "clockContradictsPeriod", "cannot be held at set times or days (leave out one of them)")
  package static let daysContradictFrequency = InputError.Rule(
    "daysContradictFrequency",
    "may mean each of the days or one of them (let 'frequency' be the number of days)")
  package static let daysContradictPeriod = InputError.Rule(
    "daysContradictPeriod",
    "cannot be held on set days (use weeks with weekdays, months with dates)")
  package static let whenChoice = InputError.Rule(
    "whenChoice", "leaves open at which of the times (name as many as 'frequency' says)",
    keepsRecord: true)
  package static let dayChoice = InputError.Rule(
    "dayChoice", "leaves open on which of the days (name as many as 'frequency' says)",
    keepsRecord: true)
  package static let timesNotHeld = InputError.Rule(
    "timesNotHeld", "names times of day that a number of times in a period cannot hold",
    keepsRecord: true)
  package static let assumedTime = InputError.Rule(
    "assumedTime",
    "has no time of day to count from; that of the first dose is taken (add the time)",
    keepsRecord: true)
  package static let evenlySpaced = InputError.Rule(
    "evenlySpaced", "is spread evenly (write the distance as 'period')", keepsRecord: true)
  package static let duplicate = InputError.Rule(
    "duplicate", "stands there twice, and counts once (leave one out)", keepsRecord: true)
  package static let durationExceedsPeriod = InputError.Rule(
    "durationExceedsPeriod", "is longer than the time to the next (check 'durationUnit')",
    keepsRecord: true)

  // Several dosages, doses and limits.
  package static let sequenceMixed = InputError.Rule(
    "sequenceMixed", "has no place among dosages in sequence (number all or none)")
  package static let openPhase = InputError.Rule(
    "openPhase", "has no end, so that nothing can come after it (add bounds or 'count')")
  package static let phasesOverlap = InputError.Rule(
    "phasesOverlap",
    "begins before the dosages before it end by themselves; those that have no end end here",
    keepsRecord: true)
  package static let capNotCounted = InputError.Rule(
    "capNotCounted", "is a limit that is not watched (state it in doses per time)",
    keepsRecord: true)

  // FHIR's own constraints.
  package static let durationWithoutUnit = InputError.Rule(
    "tim-1", "has no unit (add 'durationUnit')")
  package static let periodWithoutUnit = InputError.Rule(
    "tim-2", "has no unit (add 'periodUnit')")
  package static let negativeDuration = InputError.Rule("tim-4", "must be 0 or more")
  package static let negativePeriod = InputError.Rule("tim-5", "must be 0 or more")
  package static let periodMaxAlone = InputError.Rule(
    "tim-6", "is the upper end of nothing (add 'period')")
  package static let durationMaxAlone = InputError.Rule(
    "tim-7", "is the upper end of nothing (add 'duration')")
  package static let countMaxAlone = InputError.Rule(
    "tim-8", "is the upper end of nothing (add 'count')")
  package static let offsetWithoutEvent = InputError.Rule(
    "tim-9", "is the distance to no event of the day (add 'when', and none with a meal)")
  package static let timesBesideEvents = InputError.Rule(
    "tim-10", "cannot stand beside 'when' (keep one of them)")
}
