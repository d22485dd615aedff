public import Scheduling

extension Schedule {
  /// Reads a plan in plain words: what `summary` prints, and the ways in which people say the same.
  ///
  ///     let newYear = CivilDate("2024-01-01")!
  ///     print(try Schedule(words: "twice daily", from: newYear).summary)
  ///     // every day at 08:00 and 20:00
  ///     let words = "every 2 weeks on Mon & Fri at 8 am until 2025-03-01"
  ///     print(try Schedule(words: words, from: newYear).summary)
  ///     // every 2 weeks on Monday and Friday at 08:00, until 1 March 2025
  ///
  /// Nothing is guessed: a word that is not understood is an error that names it. Semicolons
  /// separate elements, whose ids are their positions from 1. Without times of day a plan is all day. See
  /// ``PlainWords`` for all that is understood.
  ///
  /// - Parameters:
  ///   - words: The plan.
  ///   - start: The day from which the plan holds where its words do not say it.
  /// - Throws: `InputError` with the word that is not understood, the number out of range, or the two
  ///   clauses that contradict each other.
  /// - Complexity: O(*n*) for a text of *n* characters.
  public init(words: String, from start: CivilDate? = nil) throws(InputError) {
    self = try Schedule.read(words: words, from: start).schedule
  }

  /// Reads a plan in plain words, and which of its times they name; an error names plans near it that are read.
  static func read(words: String, from start: CivilDate?) throws(InputError) -> Reading {
    do throws(InputError) { return try reading(words: words, from: start) } catch {
      var error = error
      error.suggestions = PlanSuggestions(words, error).accepted { words in
        do throws(InputError) {
          // Which day it is does not matter to the words.
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
  /// A plan that was read from words.
  struct Reading {
    var schedule: Schedule
    /// The ids of elements at the usual times of so many doses a day, which the words do not name.
    var withUsualTimes: Set<String> = []

    var namesTimesOfDay: Bool {
      schedule.elements.contains { $0.namesTimesOfDay && !withUsualTimes.contains($0.id) }
    }
  }
}
