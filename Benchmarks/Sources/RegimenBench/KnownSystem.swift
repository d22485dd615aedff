/// What the systems of the rows are.
struct KnownSystem {
  enum Role: String {
    case ours = "(Regimen)"
    case rival = "(another way to do the work)"
    case limit = "(a lower bound, which does a part of the work)"
  }

  var role: Role
  var text: String

  private static func ours(_ text: String) -> KnownSystem { KnownSystem(role: .ours, text: text) }

  private static func rival(_ text: String) -> KnownSystem {
    KnownSystem(role: .rival, text: text)
  }

  private static func limit(_ text: String) -> KnownSystem {
    KnownSystem(role: .limit, text: text)
  }

  static let all: [String: KnownSystem] = ways.merging(rivals) { $1 }.merging(limits) { $1 }

  private static let ways = [
    "regimen": ours("in this process, on one thread unless the row says more"),
    "regimen-1": ours("on one thread"),
    "regimen-2": ours("on two threads"),
    "1-job": ours("the tool with `--jobs 1`"),
    "2-jobs": ours("the tool with `--jobs 2`"),
    "2-jobs-patients": ours("the same, and the table `patients` with its measures"),
    "2-jobs-all": ours("all default tables and the page"),
    "file": ours("from a store in a file"),
    "file-1-job": ours("the same report from a store in a file, `--jobs 1`"),
    "file-2-jobs": ours("the same report from a store in a file, `--jobs 2`"),
    "memory": ours("from a store in memory"),
    "read-all": ours("without an observer: the newest records of all patients are read"),
    "cohort": ours("keeps each patient's ratios as well, for means, quantiles and shares"),
    "written-out": ours("on dates that are written out"),
    "calendar": ours("on a schedule of the calendar with the same results"),
    "events": ours("derived from the list of all events"),
    "listing": ours("counts by listing"),
    "tables": ours("the tables alone"),
    "page": ours("with `index.html`"),
    "pages": ours("with the pages of flagged patients"),
    "none": ours("without pages"),
    "all": ours("with a page for each patient"),
    "data": ours("a task's charts of seven kinds, from its record"),
    "csv": ours("and the rows of each chart as CSV"),
    "vega-lite": ours("and each chart as a specification of Vega-Lite with its rows"),
  ]

  private static let rivals = [
    "naive": rival("the definition in Swift, without optimization"),
    "foundation-date": rival("`Calendar.date(byAdding:value:to:)` from the anchor"),
    "foundation-rule": rival(
      "`Calendar.RecurrenceRule`, from the anchor; it omits a date of W4b, which has no such row"),
    "libical": rival("`icalrecur_iterator_next` and `icaltime_as_timet_with_zone`"),
    "dateutil": rival("Python's `dateutil.rrule`"),
    "duckdb": rival("groups rows that have their week, on one thread, without what was due"),
    "duckdb-utc": rival("computes the week from UTC and the zone first"),
    "polars": rival("groups or reads the same rows, without what was due"),
    "polars-utc": rival("computes the week from UTC and the zone first"),
    "pandas": rival("one vectorised pass over all patients"),
    "scipy": rival("NumPy and SciPy"),
    "pyarrow": rival("reads the same table with the types of its columns"),
    "json": rival("Python's `json`, the objects alone"),
    "recurring-ical-events": rival("Python's `recurring_ical_events` on `icalendar`"),
    "carekit-way": rival(
      "CareKit's method in Swift: occurrences by `Calendar`, a bucket for each day"),
    "Calendar": rival("asks Foundation's calendar for the week of each occurrence"),
    "JSONEncoder": rival("encodes the points of each chart"),
  ]

  private static let limits = [
    "memset": limit("fills the memory of the result"),
    "known": limit("copies rows whose starts are known"),
    "lines": limit("reads the files and counts line feeds"),
    "memchr": limit("reads the file and finds line feeds"),
    "bare": limit("counts rows of columns, without a plan"),
    "reading": limit("reads each occurrence once"),
    "copy": limit("copies finished rows"),
    "step": limit("`sqlite3_step` over the outcomes, one thread"),
    "columns": limit("`sqlite3_step` and reading the columns, one thread"),
    "sqlite3": limit("a row written and read by SQLite alone"),
    "copy-binary": limit("PostgreSQL's binary `COPY` of the outcomes"),
    "bytes-alone": limit("writes the same bytes to files of the same names"),
  ]
}
