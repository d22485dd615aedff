import Charts

/// The patients with pages in the order of the table, for links from each page to its neighbours.
///
/// The links do not name these patients, as a page may be shown to the patient whom it is about.
struct PageOrder: Sendable {
  private let pages: [(path: String, file: String)]
  /// The places in the order, by path.
  private let places: [String: Int]

  /// Creates the order of the pages of the listed patients with some ids, or of all.
  init(_ collection: PageCollection, ids: Set<String>?, _ trendP: Double?) {
    pages = collection.patients(trendP).filter { ids?.contains($0.id) ?? true }.map {
      (PagePath.page(of: $0.id), PageName.file(for: $0.id) + PageName.ending)
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
    if place > 0 { html.page(pages[place - 1].file, "← Previous patient", "prev") }
    if place + 1 < pages.count {
      html.page(pages[place + 1].file, "Next patient →", "next")
    }
    return html.bytes
  }
}

extension MarkupWriter {
  fileprivate mutating func page(_ path: String, _ words: String, _ relation: String) {
    element("a", ["href": .link(to: path), "rel": .text(relation)], text: words)
  }
}
