public import Diagnostics
import ScheduleFormats
public import Scheduling

#if Foundation
  import FoundationEssentials

  extension Schedule {
    /// Parses a plan in any form: JSON, RFC 5545 properties, or plain words.
    ///
    /// A text that starts with a brace is the JSON form of a schedule, and one that starts with a
    /// bracket a list of its elements. A text such as `FREQ=DAILY;BYHOUR=8` is a rule, with or
    /// without the prefix `RRULE:`. Lines with a DTSTART are iCalendar properties, see
    /// `init(iCalendar:)`.
    ///
    ///     print(try Schedule(plan: "FREQ=DAILY;BYHOUR=8,20", from: monday).summary)
    ///     // every day at 08:00 and 20:00
    ///
    /// - Parameters:
    ///   - text: The plan.
    ///   - start: The day on which the plan starts if the text does not give one; required for a
    ///     rule. A rule starts at midnight of this day, and is all day if it has no times.
    /// - Throws: `InputError`, depending on the form.
    public init(plan text: String, from start: CivilDate? = nil) throws(InputError) {
      self = try Schedule.read(plan: text, from: start).schedule
    }

    /// Returns whether the text of a plan names times of day for some of its occurrences.
    ///
    /// This is the case for "every day at 08:00 and 20:00", but not for "every day" or "twice
    /// daily", though the latter is parsed as the usual times, 08:00 and 20:00.
    ///
    /// - Parameters:
    ///   - text: The plan, in any form that `init(plan:from:)` accepts.
    ///   - start: The day on which the plan starts if the text does not give one.
    /// - Returns: `true` if at least one element names times.
    /// - Throws: As `init(plan:from:)`.
    public static func namesTimesOfDay(
      inPlan text: String, from start: CivilDate? = nil
    ) throws(InputError) -> Bool {
      try read(plan: text, from: start).namesTimesOfDay
    }

    private static func read(plan text: String, from start: CivilDate?) throws(InputError)
      -> Reading
    {
      let trimmed = text.trimmed
      if trimmed.hasPrefix("{") { return Reading(schedule: try Schedule(json: trimmed)) }
      if trimmed.hasPrefix("[") {
        return Reading(schedule: try Schedule(json: "{\"elements\": \(trimmed)}"))
      }
      if let lines = calendarLines(trimmed[...]) {
        return Reading(schedule: try Schedule(iCalendar: lines))
      }
      guard let rule = ruleText(trimmed[...]) else { return try read(words: text, from: start) }
      return Reading(schedule: try Schedule(rule: rule, from: start))
    }

    /// Returns the lines of a text that starts with an iCalendar property and has a DTSTART; spaces
    /// may replace line breaks.
    private static func calendarLines(_ text: Substring) -> String? {
      let names = ["DTSTART", "RRULE:", "RDATE", "EXDATE", "DTEND", "DURATION:", "BEGIN:"]
      let isProperty = { (word: Substring) in
        names.contains { word.prefix($0.count).uppercased() == $0 }
      }
      guard isProperty(text), text.uppercased().contains("DTSTART") else { return nil }
      if text.contains(where: \.isNewline) { return String(text) }
      return text.split(separator: " ").reduce(into: "") { lines, word in
        lines += (lines.isEmpty ? "" : isProperty(word) ? "\n" : " ") + word
      }
    }

    private init(json: String) throws(InputError) {
      do {
        self = try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
      } catch let error as InputError {
        throw error
      } catch {
        throw InputError(.malformed(text: json, .json), cause: error)
      }
    }

    private init(rule text: Substring, from start: CivilDate?) throws(InputError) {
      let rule = try RecurrenceRule(parsing: String(text))
      guard let start else { throw InputError(.missing, field: "start") }
      var element = ScheduleElement("1", from: CivilDateTime(date: start))
      element.isAllDay =
        rule.frequency.seconds >= 86_400 && rule.hours.isEmpty && rule.minutes.isEmpty
        && rule.seconds.isEmpty
      element.recurrence = .rule(rule)
      self.init([element])
      try validate()
    }

    /// Returns the rule if the text is one: it starts with a name and an equals sign.
    private static func ruleText(_ text: Substring) -> Substring? {
      let prefix = "RRULE:"
      let rule =
        text.prefix(prefix.count).uppercased() == prefix ? text.dropFirst(prefix.count) : text
      let name = rule.prefix { $0.isASCII && ($0.isLetter || $0 == "-") }
      return !name.isEmpty && rule.dropFirst(name.count).first == "=" ? rule : nil
    }
  }
#endif
