import Charts

/// The patients with pages in the order of the table, for links from each page to its neighbours.
struct PageOrder: Sendable {
  private let pages: [(path: String, file: String, name: String)]
  /// The places in the order, by path.
  private let places: [String: Int]

  init(_ patients: [PatientFacts]) {
    pages = patients.map {
      (PagePath.page(of: $0.id), PageName.file(for: $0.id) + PageName.ending, $0.name ?? $0.id)
    }
    places = Dictionary(
      zip(pages.map(\.path), pages.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns a patient's page with links to the previous and the next one; other files as they are.
  ///
  /// Pages are written before the order is known if they are of a share.
  func linking(_ file: ReportFile) -> ReportFile {
    guard let place = places[file.path],
      let end = file.bytes.firstRange(of: Array("</nav>".utf8))?.lowerBound
    else { return file }
    var file = file
    file.bytes.insert(contentsOf: links(at: place), at: end)
    return file
  }

  private func links(at place: Int) -> [UInt8] {
    var html = MarkupWriter()
    if place > 0 { html.page(pages[place - 1].file, pages[place - 1].name, "Previous: ", "prev") }
    if place + 1 < pages.count {
      html.page(pages[place + 1].file, pages[place + 1].name, "Next: ", "next")
    }
    return html.bytes
  }
}

extension MarkupWriter {
  fileprivate mutating func page(
    _ path: String, _ name: String, _ words: String, _ relation: String
  ) {
    element("a", ["href": .link(to: path), "rel": .text(relation)]) {
      $0.text(words)
      $0.isolated(name)
    }
  }
}
