import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

/// Tables of claims with detected columns: the result is correct, or there is a question or
/// warning.
@Suite struct ClaimPlanTests {
  private static let months = ["2024-01-01", "2024-02-01", "2024-03-01"]

  private func read(
    _ text: String, _ change: (inout ClaimColumns) -> Void = { _ in }
  ) throws -> RefillDataset {
    var columns = ClaimColumns()
    change(&columns)
    return try RefillDataset(try EventFilesTests.input(text, name: "claims.csv"), columns)
  }

  /// Fills of 30 days on three days, with an additional column.
  private func table(_ column: String, _ cells: [String], dates: [String] = months) -> String {
    let rows = zip(dates, cells).map { "A,\($0),30,\($1)\n" }
    return "member,filled,days_supply,\(column)\n" + rows.joined()
  }

  /// Returns the question or error of a table; empty if it is read.
  private func question(
    _ text: String, _ change: (inout ClaimColumns) -> Void = { _ in }
  ) -> String {
    do {
      _ = try read(text, change)
      return ""
    } catch let error as InputError {
      if case .undecided(let question) = error.problem { return question }
      return error.description
    } catch { return "\(error)" }
  }

  private func days(_ dataset: RefillDataset) -> [String] {
    dataset.record(at: 0).fills.map(\.date.description)
  }

  /// The columns of the drug and its class are detected by name, ATC codes of groups by their
  /// length.
  @Test(arguments: [
    ("drug", "simvastatin", "x", "y", ["simvastatin"], []),
    ("Medication", "simvastatin", "x", "y", ["simvastatin"], []),
    ("ndc", "00093742401", "x", "y", ["00093742401"], []),
    ("atc", "C10AA01", "x", "y", ["C10AA01"], []), ("atc", "C10AA", "x", "y", [], ["C10AA"]),
    ("atc", "C10AA", "ingredient", "simvastatin", ["simvastatin"], ["C10AA"]),
    ("drug_name", "Zocor", "ingredient", "simvastatin", ["simvastatin"], []),
    ("class", "statin", "drug", "simvastatin", ["simvastatin"], ["statin"]),
    ("drug_class", "statin", "x", "y", [], ["statin"]),
  ])
  func drugsAndClassesAreFound(
    _ first: String, _ one: String, _ second: String, _ other: String, _ drugs: [String],
    _ classes: [String]
  ) throws {
    let rows = ClaimPlanTests.months.map { "A,\($0),30,\(one),\(other)\n" }
    let dataset = try read(
      "member,filled,days_supply,\(first),\(second)\n" + rows.joined())
    #expect(dataset.drugs == drugs && dataset.classes == classes)
  }

  /// Several package codes cause an assumption.
  @Test func warnsOfPackageCodes() throws {
    let one = try read(table("ndc", ["00093742401", "00093742401", "00093742401"]))
    #expect(one.assumptions.isEmpty)
    let several = try read(table("ndc", ["00093742401", "00093742498", "00093742401"]))
    #expect(
      several.assumptions.contains {
        $0.hasPrefix("Each code in 'ndc' counts as a drug of its own")
      })
  }

  /// What may be a reversal, a supply not handed over, a repeated claim or another spelling is a question or warning.
  @Test(arguments: [
    ("paid_amount", ["9.5", "9.5", "-9.5", "9.5"], "'paid_amount' is negative in 1 row"),
    ("sold_date", ["2024-01-01", "2024-02-01", "", "2024-03-02"], "'sold_date' is empty in 1 row"),
    ("adjusted", ["N", "N", "Y", "N"], "Does 'adjusted'"),
    ("claim", ["11", "12", "13", "14"], "1 fill equals another of the patient in day"),
    ("drug", ["Metformin", "metformin", "metformin", "Metformin"], "drugs differ only in case"),
  ])
  func `what may not be a fill of its own is a question or warning`(
    _ column: String, _ cells: [String], _ words: String
  ) throws {
    let text = table(column, cells, dates: ClaimPlanTests.months + ["2024-03-01"])
    let asked = question(text)
    let told = asked.isEmpty ? try read(text).problems.map(\.description).joined() : asked
    #expect(told.contains(words), "\(told)")
  }

  @Test(arguments: [(2, true), (30, false), (60, false)])
  func `packs are not taken for units`(_ quantity: Int, _ isAsked: Bool) {
    let rows = ClaimPlanTests.months.map { "A,\($0),\(quantity),30,1\n" }.joined()
    let text = "member,filled,quantity,pack_size,per_day\n\(rows)"
    #expect(question(text).contains("a number of packs of 'pack_size'?") == isAsked)
  }

  /// Strengths are numbers with a unit; the caller who names the column knows them.
  @Test(arguments: [
    ("Lisinopril 10 mg", "Lisinopril 20 mg", true), ("Enalapril 5mg", "Enalapril 10 mg", true),
    ("Warfarin 0.5 mg", "Warfarin 5 mg", true), ("Warfarin 1.05 mg", "Warfarin 1.5 mg", true),
    ("Drug 1", "Drug 2", false), ("DRG-001", "DRG-002", false),
    ("Vitamin B-1 5 mg", "Vitamin B-12 5 mg", false),
    ("Humalog Mix 75/25", "Humalog Mix 50/50", false),
  ])
  func `strengths of a drug are an assumption`(_ one: String, _ other: String, _ areStrengths: Bool)
    throws
  {
    let text = table("drug", [one, other, one])
    let found = try read(text)
    #expect(found.assumptions.contains { $0.contains("may be strengths of one") } == areStrengths)
    #expect(found.drugs.count == 2 && found.problems.isEmpty)
    #expect(try read(text) { $0.drug = "drug" }.assumptions.isEmpty)
  }

  /// Fills of one day are different if their drugs or strengths are.
  @Test(arguments: ["drug_description", "label_name", "product_description", "strength"])
  func `fills of several drugs are not repeated`(_ column: String) throws {
    let text = table(
      column, ["5 mg", "1 mg", "5 mg"], dates: Array(repeating: "2024-01-01", count: 2))
    #expect(try read(text).problems.isEmpty)
  }

  /// A reversal cancels a fill of the same drug.
  @Test func reversalMatchesItsDrug() throws {
    let dataset = try read(
      "member,filled,days_supply,drug,class\nA,2024-01-01,30,x,a\nA,2024-01-01,30,y,a\nA,2024-01-02,-30,y,a\n"
    )
    #expect(dataset.record(at: 0).fills.map(\.drug) == ["x"])
  }

  /// The claim in the middle is void, by a word or by a flag whose column name states its meaning.
  @Test(arguments: [
    ("status", "Paid", "Denied"), ("status", "paid", "rejected"), ("status", "P", "X"),
    ("status", "completed", "not collected"), ("Status", "PAID", "RTS"),
    ("status", "filled", "cancelled"), ("status", "sold", "Not Picked Up"),
    ("dispense_status", "completed", "cancelled"), ("disposition", "paid", "Returned to stock"),
    ("claim_status", "Approved", "VOIDED"), ("outcome", "dispensed", "abandoned"),
    ("reversed", "0", "1"), ("rev_flag", "N", "Y"), ("is_void", "false", "true"),
    ("picked_up", "Y", "N"), ("collected", "1", "0"), ("dispensed", "yes", "no"),
    ("not_collected", "N", "Y"), ("reversed", "", "Y"), ("paid_status", "P", "X"),
  ])
  func voidClaimIsNotAFill(_ column: String, _ fill: String, _ void: String) throws {
    let dataset = try read(table(column, [fill, void, fill]))
    #expect(days(dataset) == ["2024-01-01", "2024-03-01"])
    #expect(dataset.counts.claims.notFills == 1 && dataset.counts.usedFills == 2)
    #expect(dataset.assumptions.contains { $0.hasPrefix("1 claim is not a fill by its status") })
    #expect(dataset.problems.isEmpty)
  }

  /// Words that do not tell which fill is reversed, unknown words, and ambiguous columns.
  @Test(arguments: [
    ("status", ["Paid", "Reversed", "Paid"], "--status-words 'Reversed=reversal'"),
    ("type", ["Dispensed", "Returned", "Dispensed"], "31 days before"),
    ("claim type", ["original", "adjustment", "original"], "'adjustment'"),
    ("claim_status", ["P", "R", "P"], "'R'"),
    ("generic_flag", ["Y", "N", "Y"], "--type none"),
    ("disposition", ["10", "11", "10"], "--type 'disposition'"),
    ("reject_code", ["", "75", ""], "'75=ignore'"),
    ("reversal_date", ["", "2024-02-03", ""], "reversal_date"),
    ("reversal_id", ["", "1004", ""], "reversal_id"), ("picked_up", ["Y", "", "Y"], "'picked_up'"),
    ("transaction_kind", ["7", "8", "7"], "'transaction_kind'"),
  ])
  func asksOpenQuestions(_ column: String, _ cells: [String], _ part: String) {
    let question = question(table(column, cells))
    #expect(question.contains(part), "\(question)")
  }

  /// A column with a single value, or about something else, causes no question.
  @Test(arguments: [
    ("status", ["Paid", "Paid", "Paid"]), ("reversed", ["N", "N", "N"]),
    ("plan_paid", ["10.50", "12.25", "10.50"]), ("pharmacy", ["North", "South", "North"]),
    ("marital_status", ["single", "married", "married"]), ("refills", ["3", "2", "1"]),
    ("type", ["new", "refill", "refill"]), ("transaction_id", ["11", "12", "13"]),
    ("paid_date", ["2024-01-20", "2024-02-20", "2024-03-20"]),
    ("date_paid", ["2024-01-20", "", "2024-03-20"]),
    ("pa_approved_date", ["2024-01-20", "2024-01-20", ""]), ("adjuster", ["Ann", "Bob", "Ann"]),
    ("last_filled_date", ["", "2024-01-01", "2024-02-01"]),
    ("last_dispensed_date", ["", "2024-01-01", "2024-02-01"]),
    ("price_change", ["1.5", "-0.5", "2.5"]),
  ])
  func asksOnlyIfUnclear(_ column: String, _ cells: [String]) throws {
    let dataset = try read(table(column, cells))
    #expect(days(dataset) == ClaimPlanTests.months && dataset.problems.isEmpty)
  }

  @Test func appliesAnswers() throws {
    let text = table("status", ["Paid", "Reversed", "Paid"])
    let own = try read(text) { $0.statusWords = ["Reversed": .ignore] }
    #expect(days(own) == ["2024-01-01", "2024-03-01"])
    let earlier = try read(text) { $0.statusWords = ["Reversed": .reversal] }
    #expect(days(earlier) == ["2024-03-01"])
    #expect(days(try read(text) { $0.type = "none" }) == ClaimPlanTests.months)
    let codes = table("reject_code", ["", "75", ""])
    let rejected = try read(codes) { ($0.type, $0.statusWords) = ("reject_code", ["75": .ignore]) }
    #expect(days(rejected) == ["2024-01-01", "2024-03-01"])
  }

  /// Two columns, each of which may be the status.
  @Test func asksAboutSecondStatus() throws {
    let text = """
      member,filled,days_supply,status,reversed
      A,2024-01-01,30,Paid,0
      A,2024-02-01,30,Paid,1
      A,2024-03-01,30,Denied,0

      """
    #expect(question(text).contains("Does 'reversed' ('0', '1') say whether a row is a fill?"))
    #expect(days(try read(text) { $0.type = "status" }) == ["2024-01-01", "2024-02-01"])
    #expect(days(try read(text) { $0.type = "reversed" }) == ["2024-01-01", "2024-03-01"])
  }

  /// A row that reverses a near fill, by any word.
  @Test(arguments: ["Reversed", "void", "RTS", "cancelled", "B2"], ["2024-02-01", "2024-02-11"])
  func reversalNearItsFill(_ word: String, _ day: String) throws {
    let dates = ["2024-01-01", "2024-02-01", day, "2024-03-01"]
    let dataset = try read(table("status", ["paid", "paid", word, "paid"], dates: dates))
    #expect(days(dataset) == ["2024-01-01", "2024-03-01"] && dataset.problems.isEmpty)
    #expect(dataset.assumptions.contains { $0.hasPrefix("1 reversal cancels a fill, the nearest") })
  }

  /// If other reversals have a near fill, one that has none causes a warning.
  @Test func warnsOfReversalFarFromItsFill() throws {
    let dates = ["2024-01-01", "2024-02-01", "2024-02-01", "2024-02-20"]
    let dataset = try read(
      table("status", ["paid", "paid", "reversed", "reversed"], dates: dates))
    #expect(days(dataset).isEmpty)
    let problem = try #require(dataset.problems.first?.description)
    #expect(dataset.problems.count == 1)
    #expect(problem.contains("claims.csv:5: 'status' cancels a fill of 50 days before"))
  }

  @Test(arguments: [
    ("weeks_supply", "4", 28), ("Supply (weeks)", "4", 28), ("weekssupply", "4", 28),
    ("supply", "4 weeks", 28), ("supply", "30 days", 30), ("days_supply", "30", 30),
    ("days_supply", "30 days", 30), ("supply", "30 Tage", 30),
  ])
  func supplyIsInDays(_ column: String, _ cell: String, _ expected: Double) throws {
    let rows = ClaimPlanTests.months.map { "A,\($0),\(cell)\n" }.joined()
    let dataset = try read("member,filled,\(column)\n\(rows)") { $0.days = column }
    #expect(dataset.record(at: 0).fills.map(\.days) == [expected, expected, expected])
    #expect(dataset.problems.isEmpty)
    #expect(dataset.assumptions.contains { $0.hasPrefix("Weeks in") } == (expected == 28))
  }

  @Test(arguments: [
    ("months_supply", "1"), ("Supply (months)", "1"), ("supply_mo", "1"), ("supply", "1 month"),
    ("supply", "30 tablets"),
  ])
  func asksAboutOtherUnit(_ column: String, _ cell: String) {
    let rows = ClaimPlanTests.months.map { "A,\($0),\(cell)\n" }.joined()
    let text = "member,filled,\(column)\n\(rows)"
    #expect(question(text).contains("days are needed"), "\(question(text))")
    #expect(question(text) { $0.days = column }.contains("days are needed"))
  }

  @Test func rejectsRowInOtherUnit() throws {
    let dataset = try read(
      "member,filled,supply\nA,2024-01-01,30\nA,2024-02-01,1 month\nA,2024-03-01,30\n")
    #expect(days(dataset) == ["2024-01-01", "2024-03-01"])
    #expect(
      dataset.problems.map(\.description) == [
        "claims.csv:3: 'supply' must be in days, as 30 or 30 days, not '1 month'"
      ])
  }

  @Test(arguments: [
    "Total", "TOTAL:", "Totals", "Grand total", "Subtotal", "Sum", "Summe", "Gesamt", "Mean",
    "average", "All", "Total (3 rows)",
  ])
  func totalRowIsNotAPatient(_ id: String) throws {
    let dataset = try read(
      "member,filled,days_supply\nA,2024-01-01,30\nB,2024-01-01,30\n\(id),2024-03-01,90\n")
    #expect(dataset.patientIDs == ["A", "B"])
    #expect(
      dataset.problems.map(\.description) == [
        "claims.csv:4: 'member' must not be a label of totals, not '\(id)'"
      ])
  }

  @Test(arguments: ["N", "sum1", "Totalis", "Allan", "mean2"])
  func patientIDsMayLookLikeTotals(_ id: String) {
    #expect(EventTableReader.problem(ofID: id) == nil)
  }

  @Test func warnsOfSimilarIDs() throws {
    let dataset = try read(
      "member,filled,days_supply\n0001,2024-01-01,30\n1,2024-02-01,30\n0001,2024-03-01,30\n")
    #expect(dataset.patientIDs == ["0001", "1"])
    let problem = try #require(dataset.problems.first?.description)
    #expect(problem.contains("ids differ only in case, spaces, marks or leading zeros"))
    #expect(problem.contains("'0001 and 1 (1 in all)'"))
  }

  @Test(arguments: [(366, false), (367, true), (999, true)])
  func warnsOfSupplyOfYears(_ days: Int, _ isTold: Bool) throws {
    let dataset = try read(
      "member,filled,days_supply\nA,2024-01-01,30\nA,2024-02-01,\(days)\nA,2024-03-01,30\n")
    #expect(dataset.record(at: 0).fills.map(\.days) == [30, Double(days), 30])
    #expect(dataset.problems.map(\.line) == (isTold ? [3] : []))
    #expect(
      dataset.problems.allSatisfy {
        $0.field == "days_supply" && $0.description.contains("is more than a year for one fill")
          && $0.problem.keepsRecord
      })
  }

  /// Tables of claims without a supply, or with unusual date formats, are not tables of events.
  @Test(arguments: [
    ("member,start,next_fill_due", ["2024-01-31", "2024-03-02", "2024-04-01"], "--end-date"),
    ("member,filled,days_supply", ["30", "30", "30"], ""),
  ])
  func claimsAreNotEvents(_ header: String, _ cells: [String], _ part: String) throws {
    let rows = zip(ClaimPlanTests.months, cells).map { "A,\($0),\($1)\n" }.joined()
    let text = "\(header)\n\(rows)"
    let profile = try TableProfile(try EventFilesTests.input(text), TableForm())
    #expect(ClaimPlanner.fits(profile))
    #expect(question(text).contains(part) || part.isEmpty)
  }

  @Test(arguments: ["01152024", "23390"]) func asksAboutUnknownDateFormat(_ date: String) throws {
    let text = "member,filled,days_supply\nA,\(date),30\nA,\(date),30\nB,\(date),30\n"
    let profile = try TableProfile(try EventFilesTests.input(text), TableForm())
    #expect(ClaimPlanner.fits(profile))
    #expect(question(text).contains("--time-format"), "\(question(text))")
  }
}
