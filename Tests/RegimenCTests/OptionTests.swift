import CRegimen
import Testing

/// Invalid options are rejected with their name and the accepted values.
struct OptionTests {
  struct Example: CustomTestStringConvertible {
    var options: String
    var text: String
    var testDescription: String { options }

    init(_ options: String, _ text: String) { (self.options, self.text) = (options, text) }
  }

  static let ofReports: [Example] = [
    .init(#"{"form": "2025-01-01"}"#, "'form' is unknown (known: start, end, asOf"),
    .init(#"{"start": "1.2.2025"}"#, "'start' is not a date: '1.2.2025'"),
    .init(#"{"start": true}"#, "'start' is not a date: 'true'"),
    .init(#"{"start": "2025-02-01", "end": "2025-02-01"}"#, "'end' must come after the first day"),
    .init(#"{"asOf": "2025-02-01"}"#, "'asOf' is not an instant"),
    .init(#"{"dayBoundary": "25:00"}"#, "'dayBoundary' is not a time of day: '25:00'"),
    .init(#"{"by": "wek"}"#, "'by' cannot be 'wek' (did you mean 'week'? use day"),
    .init(#"{"by": 7}"#, "'by' is not a string: '7'"),
    .init(#"{"weekStart": "MO"}"#, "'weekStart' cannot be 'MO' (use monday"),
    .init(#"{"scoring": "best"}"#, "'scoring' cannot be 'best' (use recorded"),
    .init(#"{"excuseDeclined": "yes"}"#, "'excuseDeclined' is not a Boolean: 'yes'"),
    .init(#"{"convert": "mmol"}"#, "'convert' must be two amounts"),
    .init(#"{"tables": ["cohort", "pages"]}"#, "'tables' cannot be 'pages' (did you mean 'page'?"),
    .init(#"{"measures": ["all", "taking"]}"#, "'measures' cannot be 'all'"),
    .init(
      #"{"tables": "cohort", "emptyPeriods": true}"#,
      "'emptyPeriods' cannot be combined with 'tables'"),
    .init(
      #"{"tables": ["adherence", "cohort"], "columns": ["due", "ratoi"]}"#,
      "'columns' must name columns of adherence (did you mean 'ratio'? regimen columns lists them), not 'ratoi'"
    ),
    .init(
      #"{"tables": "cohort", "columns": "due"}"#, "'columns' cannot be combined with 'tables'"),
    .init(#"{"columns": 7}"#, "'columns' is not a string: '7'"),
    .init(#"{"rolling": [7]}"#, "'rolling' must be days, as in 7d, not '7'"),
    .init(#"{"breakdown": "hour"}"#, "'breakdown' cannot be 'hour'"),
    .init(#"{"grid": "gap=7"}"#, "'grid' cannot be 'gap' (use threshold, near-planned-minutes"),
    .init(#"{"grid": {"gap-days": 7}}"#, "'grid' is not a string"),
    .init(#"{"only": [""]}"#, "'only'"),
    .init(#"{"partition": "3/2"}"#, "'partition' must be a share, as 2/7, not '3/2'"),
    .init(#"{"groupBy": "height"}"#, "'groupBy' must be group, sex, tag, zone"),
    .init(#"{"jobs": 0}"#, "'jobs' must be 1 or more, not '0'"),
    .init(#"{"jobs": 1.5}"#, "'jobs' is not a whole number: '1.5'"),
    .init(#"{"maxRejected": 101}"#, "'maxRejected' must be a share from 0 to 1, or a percentage"),
    .init(
      #"{"threshold": 2}"#,
      "'threshold' must be a share from 0 to 1, or a percentage as 5%, not '2'"),
    .init(#"{"nearPlannedMinutes": 1441}"#, "'nearPlannedMinutes' must be 0 to 1440, not '1441'"),
    .init(#"{"confidence": 1}"#, "'confidence' must lie between 0 and 1, not '1'"),
    .init(#"{"gapDays": 1e300}"#, "'gapDays' is not a whole number: '1e300'"),
    .init(#"{"seed": -1}"#, "'seed' must be 0 or more, not '-1'"),
    .init(#"["start"]"#, "'options' is not an object"),
    .init(#"{"start": "#, "'options' ends in the middle"),
    .init("", "'options' ends in the middle"),
  ]

  @Test(arguments: ofReports) func reportsRejectInvalidOptions(_ example: Example) throws {
    let data = try open("monitoring")
    defer { regimen_data_free(data) }
    let refusal = refusal { _ = try evaluate(data, example.options) }
    #expect(refusal?.status == REGIMEN_INPUT)
    #expect(refusal?.text.hasPrefix(example.text) == true, "\(refusal?.text ?? "")")
    #expect(refusal?.json["text"] as? String == refusal?.text)
    let field = example.text.split(separator: "'").first
    #expect(refusal?.json["field"] as? String == field.map(String.init))
  }

  static let ofTables: [Example] = [
    .init(#"{"zones": "UTC"}"#, "'zones' is unknown (known: schedule"),
    .init(#"{"statusWords": {"nap": "asleep"}}"#, "'statusWords' cannot be 'asleep' (use done"),
    .init(#"{"statusWords": 5}"#, "'statusWords' is not an object: '5'"),
    .init(#"{"slots": {"morning": "8 o'clock"}}"#, "'slots' is not a time of day"),
    .init(#"{"layout": "wide"}"#, "'layout' cannot be 'wide' (use rows, counts, days)"),
    .init(#"{"minGap": 900}"#, "'minGap' must be a length of time up to 24h, as in 15m, not '900'"),
    .init(#"{"minGap": "25h"}"#, "'minGap' must be a length of time up to 24h"),
    .init(#"{"duplicates": "merge"}"#, "'duplicates' cannot be 'merge' (use drop, keep)"),
    .init(#"{"foldIDs": "yes"}"#, "'foldIDs' is not a Boolean: 'yes'"),
    .init(#"{"zeros": "0"}"#, "'zeros' cannot be '0' (use missed, done)"),
    .init(#"{"decimal": ","}"#, "'decimal' cannot be ',' (use point, comma)"),
    .init(#"{"timeFormat": ""}"#, "'timeFormat' must be auto"),
  ]

  @Test(arguments: ofTables) func tablesRejectInvalidOptions(_ example: Example) throws {
    let path = TestData.path("golden/doors/00-plain.csv")
    let options = #"{"schedule": "every day at 08:00", "# + example.options.dropFirst()
    let refusal = refusal {
      regimen_data_free(try handle { regimen_data_from_path(path, options, $0, $1) })
    }
    #expect(refusal?.status == REGIMEN_INPUT)
    #expect(refusal?.text.hasPrefix(example.text) == true, "\(refusal?.text ?? "")")
  }

  static let ofRefills: [Example] = [
    .init(#"{"measures": "pdc"}"#, "'measures' is unknown (known: measure"),
    .init(#"{"measure": ["pdc", "cma10"]}"#, "'measure' cannot be 'cma10'"),
    .init(#"{"start": "2025-01-01", "end": "2024-01-01"}"#, "'end' must come after the first day"),
    .init(
      #"{"start": "2024-01-01", "end": "2025-01-01", "observe": 9}"#,
      "'observe' cannot be combined with 'start'"),
    .init(#"{"observe": 0}"#, "'observe' must be 1 to 100000, not '0'"),
    .init(#"{"observe": "a year"}"#, "'observe' must be days, as in 365d, not 'a year'"),
    .init(#"{"windowStart": -1}"#, "'windowStart' must be 0 to 100000, not '-1'"),
    .init(#"{"followUpDays": -4}"#, "'followUpDays' must be 1 to 100000, not '-4'"),
    .init(#"{"minDays": -1}"#, "'minDays' must be 0 or more, not '-1'"),
    .init(#"{"stayHandling": "skip"}"#, "'stayHandling' cannot be 'skip' (use exclude, ignore)"),
    .init(#"{"step": 30}"#, "'window' is missing"),
    .init(#"{"window": 90, "episodes": true}"#, "'episodes' cannot be combined with 'window'"),
    .init(#"{"daily": true}"#, "'combine' is missing"),
    .init(#"{"daily": true, "combine": "any"}"#, "'combine' cannot be combined with 'daily'"),
    .init(#"{"combine": "all", "measure": "cma7"}"#, "'combine' cannot be 'all'"),
    .init(#"{"combine": "mean", "window": 90}"#, "'window' cannot be combined with 'combine'"),
    .init(#"{"level": "drug"}"#, "'level' must be a level that the fills name"),
    .init(#"{"onlyDrug": ["nothing"]}"#, "'onlyDrug' names an unknown drug"),
    .init(#"{"onlyClass": ["nothing"]}"#, "'onlyClass' names an unknown class"),
  ]

  @Test(arguments: ofRefills) func refillsRejectInvalidOptions(_ example: Example) throws {
    let data = try open("refills")
    defer { regimen_data_free(data) }
    let refusal = refusal {
      regimen_report_free(try handle { regimen_refills(data, example.options, nil, $0, $1) })
    }
    #expect(refusal?.status == REGIMEN_INPUT)
    #expect(refusal?.text.hasPrefix(example.text) == true, "\(refusal?.text ?? "")")
  }

  @Test func nullsAndEmptyTextsAreUnsetOptions() throws {
    let data = try open("monitoring")
    defer { regimen_data_free(data) }
    let question = #"{"start": "2025-03-03", "end": null, "by": null, "tables": "cohort"}"#
    let report = try evaluate(data, question)
    defer { regimen_report_free(report) }
    #expect(try rows(report, "cohort").count > 1)
    let whole = try handle { regimen_adherence(data, nil, nil, $0, $1) }
    regimen_report_free(whole)
  }
}
