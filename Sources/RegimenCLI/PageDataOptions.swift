import ArgumentParser
import Reporting

/// The data of charts beside the pages of a report.
struct PageDataOptions: ParsableArguments {
  @Option(
    help: """
      The data of the pages' charts as files: none, CSV, or CSV and Vega-Lite specifications that \
      refer to it. (default: none)
      """)
  var pageData: PageData?

  /// Rejects the option for an output without pages.
  func requirePage(_ hasPage: Bool) throws {
    if pageData != nil, !hasPage {
      throw ValidationError("--page-data is written with index.html: add --out FOLDER.")
    }
  }
}

extension PageTally {
  /// Prints the number and size of the files in the folder of the pages.
  func show(in folder: String) throws {
    if let text = text(in: folder) { try Console.print("\(text)\n") }
  }
}
