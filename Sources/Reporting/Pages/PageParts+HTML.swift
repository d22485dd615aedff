import AdherenceAnalytics
import Charts
import Mustache

extension PageFigure: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "value": PageText.unbroken(value)
    case "note": note.isEmpty ? nil : PageText.unbroken(note)
    case "definition": definition
    default: nil
    }
  }
}

extension PageFact: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "value": value
    default: nil
    }
  }
}

extension PageFile: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "label": label
    case "url": PageURL.encoded(path)
    default: nil
    }
  }
}

extension PageFlag: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "symbol": symbol
    case "word": word.prefix(1).uppercased() + word.dropFirst()
    case "explanation": explanation
    case "level": level
    default: nil
    }
  }

  /// The class of its colour.
  private var level: String {
    switch severity {
    case .notice: "notice"
    case .watch: "watch"
    case .urgent: "urgent"
    }
  }
}

extension PagePicture {
  /// The chart with what is said around it.
  ///
  /// Most of a page is this, and no template: a name that one asks for takes longer than what it says.
  var html: String {
    let (heading, isWide) = (EscapedText.escaped(heading), chart.kind.isWide)
    let box = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(heading)\">\n"
    return """
      <figure\(isWide ? " class=\"broad\"" : "") id="\(id)"><h3>\(heading)</h3>
      \(isWide ? box : "")\(chart.svg(prefix: id))
      \(isWide ? "</div>\n" : "")<figcaption>\(EscapedText.escaped(caption))\(links(heading))</figcaption></figure>
      """
  }

  /// The links to the files, read out with the heading.
  private func links(_ heading: String) -> String {
    if files.isEmpty { return "" }
    let links = files.map { file in
      let (url, label) = (PageURL.encoded(file.path), EscapedText.escaped(file.label))
      return "<a href=\"\(url)\">\(label)<span class=\"hidden\"> of \(heading)</span></a> "
    }
    return " <span class=\"files\">Data: \(links.joined())</span>"
  }
}

extension PageSection: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "heading": heading
    case "text": text.isEmpty ? nil : text
    case "pictures": pictures.map(\.html)
    default: nil
    }
  }
}
