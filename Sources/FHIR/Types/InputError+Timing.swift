package import Diagnostics

// The rules for a Timing and a Dosage.
extension InputError.Rule {
  // Precedence of codes and `repeat`.
  package static let unknownCode = InputError.Rule(
    "unknownCode", "is not a known frequency code (add 'repeat')")
  package static let unknownBeside = InputError.Rule(
    "unknownCode", "is not a known frequency code; 'repeat' is used (remove one of them)",
    keepsRecord: true)
  package static let immediateRepeats = InputError.Rule(
    "codeDisagrees", "means once, immediately, but 'repeat' gives a frequency (keep one of them)")
  package static let codeDisagrees = InputError.Rule(
    "codeDisagrees", "contradicts 'repeat', which is used (keep one of them)",
    keepsRecord: true)
  package static let codeFromText = InputError.Rule(
    "codeFromText", "is a code written as text and is read as a code (write it as a coding)",
    keepsRecord: true)
  package static let noPattern = InputError.Rule(
    "noPattern", "has no frequency (add 'frequency' and 'period')")
  package static let countWithoutPeriod = InputError.Rule(
    "countWithoutPeriod", "has a count without a period (add bounds)")

  // Events, start and end.
  package static let eventsContradictCount = InputError.Rule(
    "eventsContradictCount", "differs from the number of events, which are used (remove it)",
    keepsRecord: true)
  package static let eventOutsideBounds = InputError.Rule(
    "eventOutsideBounds", "lies outside the bounds but is kept (adjust the bounds)",
    keepsRecord: true)
  package static let eventsDisagree = InputError.Rule(
    "eventsDisagree", "is not one of the times of 'repeat', which is used (remove it)",
    keepsRecord: true)
  package static let noAnchor = InputError.Rule(
    "noAnchor", "has no start (add 'boundsPeriod.start', or the date of the request)")
  package static let periodReversed = InputError.Rule(
    "per-1", "ends before it starts (swap start and end)")
  package static let endsBeforeStart = InputError.Rule(
    "endsBeforeStart", "ends before it starts (give it a start of its own)")
  package static let rangeReversed = InputError.Rule(
    "rng-2", "has a low above its high (swap them)")

  // Numbers.
  package static let fractionalPeriod = InputError.Rule(
    "fractionalPeriod", "is not a whole number of seconds or months (use a smaller unit)")
  package static let tooLong = InputError.Rule(
    "malformed", "is longer than can be planned (use a length of some years at most)")
  package static let tooMany = InputError.Rule(
    "malformed", "is more than can be planned (at most 1,440 doses per day or period)")
  package static let reversedRange = InputError.Rule(
    "reversedRange", "is less than its lower end (swap them)")
  package static let zeroPeriod = InputError.Rule("zeroPeriod", "must be more than 0")

  // Frequency.
  package static let frequencyWithoutPeriod = InputError.Rule(
    "frequencyWithoutPeriod", "has a frequency without a period (add 'period' and 'periodUnit')")
  package static let timesContradictFrequency = InputError.Rule(
    "timesContradictFrequency", "differs from the number of times of day (make them equal)")
  package static let clockContradictsPeriod = InputError.Rule(
    "clockContradictsPeriod", "cannot be combined with fixed times or days (remove one of them)")
  package static let daysContradictFrequency = InputError.Rule(
    "daysContradictFrequency",
    "may mean each of the days or one of them (set 'frequency' to the number of days)")
  package static let daysContradictPeriod = InputError.Rule(
    "daysContradictPeriod",
    "cannot be combined with these days (use weeks with weekdays, months with dates)")
  package static let whenChoice = InputError.Rule(
    "whenChoice", "does not determine which of the times apply (list as many as 'frequency' says)",
    keepsRecord: true)
  package static let dayChoice = InputError.Rule(
    "dayChoice", "does not determine which of the days apply (list as many as 'frequency' says)",
    keepsRecord: true)
  package static let timesNotHeld = InputError.Rule(
    "timesNotHeld", "lists times of day, which a quota cannot represent (they are ignored)",
    keepsRecord: true)
  package static let assumedTime = InputError.Rule(
    "assumedTime",
    "has no time of day to count from; the time of the first dose is used (add the time)",
    keepsRecord: true)
  package static let evenlySpaced = InputError.Rule(
    "evenlySpaced", "is convertToSlots evenly (give the interval as 'period')", keepsRecord: true)
  package static let duplicate = InputError.Rule(
    "duplicate", "is listed twice and counted once (remove one)", keepsRecord: true)
  package static let durationExceedsPeriod = InputError.Rule(
    "durationExceedsPeriod", "is longer than the interval to the next dose (check 'durationUnit')",
    keepsRecord: true)

  // Several dosages, doses and limits.
  package static let sequenceMixed = InputError.Rule(
    "sequenceMixed", "has no 'sequence' although other dosages have one (number all or none)")
  package static let openPhase = InputError.Rule(
    "openPhase", "has no end, so no phase can follow it (add bounds or 'count')")
  package static let phasesOverlap = InputError.Rule(
    "phasesOverlap",
    "starts before the previous dosages end; those without an end are ended here",
    keepsRecord: true)
  package static let capNotCounted = InputError.Rule(
    "capNotCounted", "is a limit that is not evaluated (state it in doses per period)",
    keepsRecord: true)

  // FHIR's own constraints.
  package static let durationWithoutUnit = InputError.Rule(
    "tim-1", "has no unit (add 'durationUnit')")
  package static let periodWithoutUnit = InputError.Rule(
    "tim-2", "has no unit (add 'periodUnit')")
  package static let negativeDuration = InputError.Rule("tim-4", "must be 0 or more")
  package static let negativePeriod = InputError.Rule("tim-5", "must be 0 or more")
  package static let periodMaxAlone = InputError.Rule(
    "tim-6", "is an upper end without a lower one (add 'period')")
  package static let durationMaxAlone = InputError.Rule(
    "tim-7", "is an upper end without a lower one (add 'duration')")
  package static let countMaxAlone = InputError.Rule(
    "tim-8", "is an upper end without a lower one (add 'count')")
  package static let offsetWithoutEvent = InputError.Rule(
    "tim-9", "is an offset without an event of the day (add 'when', other than with a meal)")
  package static let timesBesideEvents = InputError.Rule(
    "tim-10", "cannot be combined with 'when' (keep one of them)")
}

// The rules for FHIR resources, with the codes under which reports count violations.
extension InputError.Rule {
  // References, times and zones.
  package static let unknownPatient = InputError.Rule(
    "unknownPatient", "refers to an unknown patient (add the Patient)")
  package static let unknownTask = InputError.Rule(
    "unknownTask", "refers to an unknown request (add it, or reference it in 'request')")
  package static let manyTasks = InputError.Rule(
    "manyTasks", "matches several requests (reference one in 'request')")
  package static let zoneUnknown = InputError.Rule(
    "zoneUnknown", "has no time zone (add the extension 'timezone', or give a zone as an option)")
  package static let missingOffset = InputError.Rule(
    "missingOffset",
    "has a time without an offset, read in the patient's time zone (add the offset)",
    keepsRecord: true)
  package static let partialDate = InputError.Rule(
    "partialDate", "has no day and is read as its first or last moment (write the full date)",
    keepsRecord: true)
  /// A partial date in an event, where the missing day or time is essential.
  package static let partialEvent = InputError.Rule(
    "partialDate", "is too imprecise for an event (write the full date)")
  package static let modifierExtension = InputError.Rule(
    "modifierExtension",
    "is an unknown modifier extension (remove it)")
  package static let unsupportedExtension = InputError.Rule(
    "unsupportedExtension", "is an extension that this version does not evaluate (remove it)")
  package static let malformed = InputError.Rule(
    "malformed", "does not have the type that FHIR requires here (see the element's type)")

  // Resources.
  package static let notAPlan = InputError.Rule(
    "notAPlan", "is not a plan to follow (by its status or intent)")
  package static let endAssumed = InputError.Rule(
    "endAssumed", "has no end; the last update is used (add 'statusChanged')",
    keepsRecord: true)
  package static let endUnknown = InputError.Rule(
    "endUnknown", "has no end (add 'statusChanged' or 'meta.lastUpdated')")
  package static let notAnOutcome = InputError.Rule(
    "notAnOutcome", "is not an outcome (by its status)")
  package static let noTime = InputError.Rule(
    "noTime", "has no time (add it)")
  package static let notAnEvent = InputError.Rule(
    "notAnEvent", "does not say whether it took place (use a status that does)")
  package static let noName = InputError.Rule(
    "noName", "has no name that schedules could follow (add a text or a coding)")
  package static let severalNames = InputError.Rule(
    "severalNames", "has several names, and schedules follow only one (keep one)")
  package static let notAFill = InputError.Rule(
    "notAFill", "was not dispensed (by its status)")
  package static let noDaysSupply = InputError.Rule(
    "noDaysSupply", "has no days of supply (add 'daysSupply' in d or wk)")
  package static let textOnly = InputError.Rule(
    "textOnly", "gives the frequency only as text, which is not parsed (add 'repeat' or a code)")
}
