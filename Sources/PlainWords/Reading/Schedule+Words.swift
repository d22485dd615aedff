public import Diagnostics
public import Scheduling

extension Schedule {
  /// Parses a plan in plain words: the output of `summary`, and the usual ways to write a plan.
  ///
  ///     let newYear = CivilDate("2024-01-01")!
  ///     print(try Schedule(words: "twice daily", from: newYear).summary)
  ///     // every day at 08:00 and 20:00
  ///     let words = "every 2 weeks on Mon & Fri at 8 am until 2025-03-01"
  ///     print(try Schedule(words: words, from: newYear).summary)
  ///     // every 2 weeks on Monday and Friday at 08:00, until 1 March 2025
  ///
  /// Nothing is guessed: an unknown word is an error that names it. Semicolons delimit elements,
  /// whose ids are their positions from 1. A plan without times of day is all day. See
  /// ``PlainWords`` for the accepted phrases.
  ///
  /// - Parameters:
  ///   - words: The plan.
  ///   - start: The day on which the plan starts if its words do not give one.
  /// - Throws: `InputError` with the unknown word, the number out of range, or the two clauses that
  ///   contradict each other.
  /// - Complexity: O(*n*) for a text of *n* characters.
  public init(words: String, from start: CivilDate? = nil) throws(InputError) {
    self = try Schedule.read(words: words, from: start).schedule
  }

  /// Parses a plan in plain words, and records whether it names times; an error suggests similar
  /// valid plans.
  static func read(words: String, from start: CivilDate?) throws(InputError) -> Reading {
    do throws(InputError) { return try reading(words: words, from: start) } catch {
      var error = error
      error.suggestions = PlanSuggestions(words, error).accepted { words in
        do throws(InputError) {
          // Whether a text is valid does not depend on the day.
          _ = try reading(words: words, from: start ?? CivilDate(dayNumber: 0))
          return nil
        } catch {
          return error
        }
      }
      throw error
    }
  }

  private static func reading(words: String, from start: CivilDate?) throws(InputError) -> Reading {
    var parser = PlanParser(words)
    let drafts = try parser.plan()
    var reading = Reading(
      schedule: try PlanDraft.schedule(drafts.elements, excluding: drafts.exclusions, from: start))
    for (draft, element) in zip(drafts.elements, reading.schedule.elements)
    where draft.hasUsualTimes {
      reading.withUsualTimes.insert(element.id)
    }
    return reading
  }
}

extension Schedule {
  /// A plan parsed from plain words.
  struct Reading {
    var schedule: Schedule
    /// The ids of elements whose times are the usual ones for a number of doses a day, not named.
    var withUsualTimes: Set<String> = []

    var namesTimesOfDay: Bool {
      schedule.elements.contains { $0.namesTimesOfDay && !withUsualTimes.contains($0.id) }
    }
  }
}
