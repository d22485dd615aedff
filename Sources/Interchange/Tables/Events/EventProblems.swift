import Diagnostics

// Where the rows of a table contradict its reading.
extension InputError.Rule {
  static let similarIDs = Self(
    "similarIDs",
    "ids differ only in case, spaces, marks or leading zeros and count as different patients"
      + " (--fold-ids merges them, --no-fold-ids confirms that they differ)", keepsRecord: true)
  static let similarClaimIDs = Self(
    "similarClaimIDs",
    "ids differ only in case, spaces, marks or leading zeros and count as different patients"
      + " (spell them alike if they are one patient)", keepsRecord: true)
  static func duplicateRows(_ count: Int) -> Self {
    Self(
      "duplicateRows",
      "\(count.counting("row")) equal to another in all fields dropped (--duplicates drop confirms it,"
        + " --duplicates keep counts them)", keepsRecord: true)
  }
  static let similarDrugs = Self(
    "similarDrugs",
    "drugs differ only in case, spaces, marks or leading zeros and count as different drugs (spell them alike)",
    keepsRecord: true)
  static let similarTasks = Self(
    "similarTasks",
    "tasks differ only in case, spaces, marks or leading zeros and have a plan each (spell them alike)",
    keepsRecord: true)
  static func fewRows(_ count: Int) -> Self {
    Self(
      "fewRows",
      "days have at most one row without a time, but the plan has \(count) doses a day (--layout counts reads their"
        + " number, --schedule \"every day\" counts days)", keepsRecord: true)
  }
  static func contradictedRows(_ count: Int) -> Self {
    Self(
      "contradictedRows",
      "\(count.counting("row", "contradicts", "contradict")) another on whether a dose was taken; the dose counts"
        + " as taken (keep one row of each)", keepsRecord: true)
  }
  static func noTimesAfterNoon(_ hour: Int) -> Self {
    Self(
      "noTimesAfterNoon",
      "no time is after 12:59, but the schedule has doses at \(hour):00; times of 12 hours need AM or PM (complete them,"
        + " or check --schedule)", keepsRecord: true)
  }
  static let emptyStatus = Self(
    "emptyStatus",
    "is empty, so it is unknown whether the dose was taken (--status-words '=missed' or --status-words '=done' gives it a"
      + " meaning)")
  static func emptyCells(_ count: Int) -> Self {
    Self(
      "emptyCells",
      "has \(count.counting("empty cell")) beside cells of missed doses, and counts no dose there"
        + " (fill them; --status-words '=missed' or --status-words '=done' gives them a meaning)",
      keepsRecord: true)
  }
  static func emptyValues(_ count: Int) -> Self {
    Self(
      "emptyValues",
      "is empty in \(count.counting("row", "that counts", "that count")) as taken (--status-words '=missed' or"
        + " --status-words '=done' gives it a meaning)", keepsRecord: true)
  }
  static func missingDays(_ count: Int) -> Self {
    Self(
      "missingDays",
      "\(count.counting("day")) between the columns of days without one, on which no dose counts as taken (add the"
        + " columns)", keepsRecord: true)
  }
  static func edgeCells(_ count: Int) -> Self {
    Self(
      "edgeCells",
      "\(count.counting("empty cell")) before the first value of a row or after the last, on days that may not have"
        + " been observed (--status-words '=missed' counts them as doses not taken, '=ignored' as not observed)",
      keepsRecord: true)
  }
  static func missingTimes(_ count: Int) -> Self {
    Self(
      "missingTimes",
      "has \(count.counting("date")) without a time of day beside others with one, which count as midnight"
        + " (complete them)", keepsRecord: true)
  }
  static func unpairedQuotes(_ count: Int) -> Self {
    Self(
      "unpairedQuotes",
      "has \(count.counting("row")) with unbalanced quotes, split at the delimiters (balance the quotes)",
      keepsRecord: true)
  }
  static func unplannedTimes(_ count: Int) -> Self {
    Self(
      "unplannedTimes",
      "has \(count.counting("planned time")) that the schedule does not have, so that the events were matched"
        + " by time alone (check --schedule)", keepsRecord: true)
  }
}
