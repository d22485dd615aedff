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

extension PagePicture: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "id": id
    case "heading": heading
    case "caption": caption
    case "isWide": chart.kind.isWide
    case "svg": chart.svg(prefix: id)
    case "files": files
    case "hasFiles": !files.isEmpty
    default: nil
    }
  }
}

extension PageSection: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "heading": heading
    case "text": text.isEmpty ? nil : text
    case "pictures": pictures
    default: nil
    }
  }
}
