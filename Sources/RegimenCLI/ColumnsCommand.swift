import ArgumentParser
import Reporting

/// `regimen columns`: lists the columns of the tables.
struct ColumnsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "Lists the columns of the tables: names, types, units and meanings.",
    discussion: """
      \(ArgumentHelp.examples("regimen columns adherence"))
      """)

  @Argument(help: "The tables. (default: all)")
  var tables = ReportTable.allCases
  @Option(help: "The format of the list. (default: Markdown)")
  var format: TableFormat?

  func run() throws {
    if let format { return try Console.print(ReportTable.list(tables, format)) }
    try Console.print(tables.map(\.markdown).joined(separator: "\n"))
  }
}
