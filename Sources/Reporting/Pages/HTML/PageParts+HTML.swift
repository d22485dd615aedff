import AdherenceAnalytics
import Charts

extension MarkupWriter {
  /// Writes the counts of rejected data.
  mutating func quality(_ lines: [QualityLine]) {
    table(
      labelledBy: "quality-h", columns: ["What", .number("How many"), "What it means"],
      caption: { $0.line("caption", text: "What was rejected or doubted") }
    ) { html in
      for line in lines {
        html.row(line.name, isIsolated: false) {
          $0.cell(PageText.count(line.count), class: "n")
          $0.cell(line.explanation, class: "w")
        }
      }
    }
  }

  /// Writes figures with their definitions on demand.
  mutating func figures(_ figures: [PageFigure]) {
    block("ul", ["class": "figures"]) { html in
      for figure in figures {
        html.line("li") { $0.element("details") { $0.figure(figure) } }
      }
    }
  }

  private mutating func figure(_ figure: PageFigure) {
    element("summary", ["title": .text(figure.definition)]) {
      $0.element("span", text: figure.name)
      $0.markup(" ")
      $0.element("b", text: PageText.unbroken(figure.value))
      $0.small(PageText.unbroken(figure.note))
    }
    element("p", text: figure.definition)
  }

  /// Writes names with their values.
  mutating func facts(
    _ facts: [PageFact], class name: Value = "facts", isIsolated: Bool = false
  ) {
    block("dl", ["class": name]) { html in
      for fact in facts {
        html.line("div") {
          $0.element("dt", text: fact.name)
          $0.element("dd") { isIsolated ? $0.isolated(fact.value) : $0.text(fact.value) }
        }
      }
    }
  }

  /// Writes an interval as numbers with a bar from 0 to 100 %, or nothing if it is missing.
  mutating func interval(_ ratio: Double?, _ lower: Double?, _ upper: Double?) {
    guard let ratio, let lower, let upper else { return }
    let (from, to) = (PageText.percent(lower), PageText.percent(upper))
    text("\(from)–\(to)")
    let style = "--l:\(from)%;--w:\(max(to - from, 1))%;--r:\(PageText.percent(ratio))%"
    element("i", ["style": .text(style)]) { _ in }
  }
}

// Flags.
extension MarkupWriter {
  private mutating func flag(_ flag: PageFlag) {
    element("bdi", ["class": flag.className]) {
      $0.element("span", ["aria-hidden": "true"], text: flag.symbol)
      $0.text(" " + flag.word.prefix(1).uppercased() + flag.word.dropFirst())
    }
  }

  /// Writes flags, each with a space behind it.
  mutating func flags(_ flags: [PageFlag]) {
    for flag in flags {
      self.flag(flag)
      markup(" ")
    }
  }

  /// Writes a flag and its explanation.
  mutating func explained(_ flag: PageFlag) {
    self.flag(flag)
    text(" \(flag.explanation)")
  }

  /// Writes the definitions of flags.
  mutating func explanations(of flags: [PageFlag]) {
    line("h3", text: "What the flags mean")
    block("dl", ["class": "flagwords"]) { html in
      for flag in flags {
        html.line("div") {
          $0.element("dt") { $0.flag(flag) }
          $0.element("dd", text: flag.explanation)
        }
      }
    }
  }
}

extension PageFlag {
  /// The CSS classes of its shape and colour.
  fileprivate var className: MarkupWriter.Value {
    switch severity {
    case .notice: "flag notice"
    case .watch: "flag watch"
    case .urgent: "flag urgent"
    }
  }
}

// Charts.
extension MarkupWriter {
  /// Writes charts with their headings and captions.
  mutating func pictures(_ pictures: [PagePicture]) {
    block("div", ["class": "pictures"]) { html in pictures.forEach { html.picture($0) } }
  }

  private mutating func picture(_ picture: PagePicture) {
    let isWide = picture.chart.kind.isWide
    line("figure", ["class": isWide ? "broad" : .absent, "id": .text(picture.id)]) { html in
      html.line("h3", text: picture.heading)
      html.scrollBox(label: .text(picture.heading)) { $0.chart(picture) }
      html.element("figcaption") {
        $0.text(picture.chart.summary)
        if !picture.files.isEmpty { $0.data(of: picture) }
      }
    }
  }

  private mutating func chart(_ picture: PagePicture) {
    append(picture.chart.svgBytes(prefix: picture.id))
    markup("\n")
  }

  /// Writes links to the files of a chart, labelled with its heading for screen readers.
  private mutating func data(of picture: PagePicture) {
    markup(" ")
    element("span", ["class": "files"]) { html in
      html.markup("Data: ")
      for file in picture.files {
        html.element("a", ["href": .link(to: file.path)]) {
          $0.text(file.label)
          $0.element("span", ["class": "hidden"], text: " of \(picture.heading)")
        }
        html.markup(" ")
      }
    }
  }
}

extension MarkupWriter.Value {
  /// The encoded URL of a relative path.
  static func link(to path: String) -> Self { .text(PageURL.encoded(path)) }
}
