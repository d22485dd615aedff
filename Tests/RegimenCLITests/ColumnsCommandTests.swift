import Testing

@Suite struct ColumnsCommandTests {
  @Test func listsTheColumnsThatAReportHas() throws {
    let list = try Tool.run("columns", "events", "occurrences", "--format", "csv")
    #expect(list.status == 0 && list.lines.first == "table,column,type,unit,meaning")
    let names = list.lines.dropFirst().map { $0.split(separator: ",").prefix(2) }
    let events = try Tool.run(
      "events", "Datasets/monitoring", "--from", "2025-03-08", "--to", "2025-03-09", "--only",
      "P000")
    let own = names.filter { $0[0] == "events" }.map { $0[1] }.joined(separator: ",")
    #expect(own[...] == events.lines.first)
    #expect(names.contains(["occurrences", "index"]))
  }

  @Test func printsMarkdownForPeople() throws {
    let text = try Tool.run("columns", "adherence")
    #expect(text.output.hasPrefix("## adherence\n\nA row for each patient"))
    let due = "the occurrences in the denominator, with what quotas ask for"
    #expect(text.lines.contains("| `due` | number | occurrences | \(due) |"))
    #expect(try Tool.run("columns", "colours").status == 2)
  }
}
