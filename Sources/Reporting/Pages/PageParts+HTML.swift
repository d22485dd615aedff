import AdherenceAnalytics
import Charts

extension PageFigure: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "value": .text(PageText.unbroken(value))
    case "note": .optional(note.isEmpty ? nil : PageText.unbroken(note))
    case "definition": .text(definition)
    default: nil
    }
  }
}

extension PageFact: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "value": .text(value)
    default: nil
    }
  }
}

extension PageFile: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "label": .text(label)
    case "url": .text(PageURL.encoded(path))
    default: nil
    }
  }
}

extension PageFlag: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "symbol": .text(symbol)
    case "word": .text(word.prefix(1).uppercased() + word.dropFirst())
    case "explanation": .text(explanation)
    case "level": .text(level)
    default: nil
    }
  }

  /// The CSS class of its colour.
  private var level: String {
    switch severity {
    case .notice: "notice"
    case .watch: "watch"
    case .urgent: "urgent"
    }
  }
}

extension PagePicture: PageObject {
  func child(named name: String) -> PageValue? { name == "." ? .markup(markup) : nil }

  /// The markup of the chart with its heading and caption.
  ///
  /// It makes up most of a page, so it is built directly and not from a template.
  private var markup: [UInt8] {
    let (heading, isWide) = (PageText.escaped(heading), chart.kind.isWide)
    let box = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(heading)\">\n"
    let above = """
      <figure\(isWide ? " class=\"broad\"" : "") id="\(id)"><h3>\(heading)</h3>
      \(isWide ? box : "")
      """
    let below = """

      \(isWide ? "</div>\n" : "")<figcaption>\(PageText.escaped(caption))\(links(heading))</figcaption></figure>
      """
    var markup = Array(above.utf8)
    markup += chart.svgBytes(prefix: id)
    markup += below.utf8
    return markup
  }

  /// Returns the links to the files, labelled with the heading for screen readers.
  private func links(_ heading: String) -> String {
    if files.isEmpty { return "" }
    let links = files.map { file in
      let (url, label) = (PageURL.encoded(file.path), PageText.escaped(file.label))
      return "<a href=\"\(url)\">\(label)<span class=\"hidden\"> of \(heading)</span></a> "
    }
    return " <span class=\"files\">Data: \(links.joined())</span>"
  }
}

extension PageSection: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "heading": .text(heading)
    case "text": .optional(text.isEmpty ? nil : text)
    case "pictures": .list(pictures)
    default: nil
    }
  }
}
