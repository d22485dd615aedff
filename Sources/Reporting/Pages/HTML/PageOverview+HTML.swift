import Charts

/// A section that a page's navigation links to.
struct LinkedSection {
  let id: String
  let heading: String
  var isHeadingHidden = false
  let content: (inout MarkupWriter) -> Void
}

extension HTMLDocument {
  /// Returns the document with an overview and a navigation of its sections.
  ///
  /// The first of a report's own sections precedes the charts, the second follows them.
  func bytes(
    _ overview: PageOverview, _ first: LinkedSection?, _ second: LinkedSection?,
    footer: StaticString
  ) -> [UInt8] {
    let sections = [
      overview.glance, first, overview.charts, second, overview.data, overview.meanings,
    ].compactMap(\.self)
    return bytes { html in
      html.line("h1", text: title)
      html.line("p", ["class": "sub"], text: overview.subtitle)
      html.navigation(sections)
    } main: { html in
      for section in sections {
        html.section(
          section.id, section.heading, isHeadingHidden: section.isHeadingHidden, section.content)
      }
    } footer: { html in
      if !overview.files.isEmpty { html.footer(footer, overview.files) }
    }
  }
}

extension PageOverview {
  fileprivate var glance: LinkedSection {
    LinkedSection(id: "glance", heading: "At a glance", isHeadingHidden: true) {
      $0.line("p", ["class": "answer"], text: PageText.unbroken(answer))
      $0.figures(figures)
      if !groups.lines.isEmpty { $0.trends(groups) }
    }
  }

  fileprivate var charts: LinkedSection? {
    if pictures.isEmpty { return nil }
    return LinkedSection(id: "pictures", heading: "Pictures") { $0.pictures(pictures) }
  }

  fileprivate var data: LinkedSection {
    LinkedSection(id: "quality", heading: "Data quality") {
      if !quality.isEmpty { $0.quality(quality) }
      if problems.isEmpty { return $0.line("p", text: "There are no errors and no warnings.") }
      $0.line("h3", text: PageText.doubts(shown: problems.count, of: problemCount))
      $0.problems(problems)
    }
  }

  fileprivate var meanings: LinkedSection {
    LinkedSection(id: "definitions", heading: "Definitions") { $0.facts(definitions) }
  }
}

extension MarkupWriter {
  /// Writes links to sections.
  fileprivate mutating func navigation(_ sections: [LinkedSection]) {
    line("nav", ["aria-label": "On this page"]) {
      $0.element("ul") { html in
        for section in sections {
          html.element("li") {
            $0.element("a", ["href": .text("#\(section.id)")], text: section.heading)
          }
        }
      }
    }
  }

  /// Writes links to files after a text.
  mutating func footer(_ text: StaticString, _ files: [PageFile]) {
    line("footer") {
      $0.element("p") { html in
        html.markup(text)
        for file in files {
          html.element("a", ["href": .link(to: file.path)], text: file.label)
          html.markup(" ")
        }
      }
    }
  }
}
