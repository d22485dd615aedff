import Charts

// Elements of HTML with line breaks, and the parts that pages share.
extension MarkupWriter {
  /// Writes an element and a line break.
  mutating func line(
    _ name: StaticString, _ attributes: Attributes = [:], content: (inout MarkupWriter) -> Void
  ) {
    element(name, attributes, content: content)
    markup("\n")
  }

  /// Writes an element that contains only text, and a line break.
  mutating func line(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
    line(name, attributes) { $0.text(text) }
  }

  /// Writes an element whose content starts on the next line, and a line break.
  mutating func block(
    _ name: StaticString, _ attributes: Attributes = [:], content: (inout MarkupWriter) -> Void
  ) {
    line(name, attributes) {
      $0.markup("\n")
      content(&$0)
    }
  }

  /// Writes a section that is labelled by its heading, whose id is derived from the section's.
  mutating func section(
    _ id: String, _ heading: String, isTarget: Bool = true, isHeadingHidden: Bool = false,
    _ content: (inout MarkupWriter) -> Void
  ) {
    let label = "\(id)-h"
    block("section", ["id": isTarget ? .text(id) : .absent, "aria-labelledby": .text(label)]) {
      $0.line(
        "h2", ["id": .text(label), "class": isHeadingHidden ? "hidden" : .absent], text: heading)
      content(&$0)
    }
  }

  /// Writes a box that scrolls horizontally, with a label or the id of one.
  mutating func scrollBox(
    label: Value = .absent, labelledBy id: Value = .absent, content: (inout MarkupWriter) -> Void
  ) {
    block(
      "div",
      [
        "class": "scroll", "tabindex": 0, "role": "group", "aria-label": label,
        "aria-labelledby": id,
      ], content: content)
  }

  /// Writes a table in a box that scrolls horizontally, labelled by the heading with an id.
  mutating func table(
    labelledBy id: Value, class name: Value = .absent, columns: [PageColumn],
    caption: (inout MarkupWriter) -> Void, rows: (inout MarkupWriter) -> Void
  ) {
    scrollBox(labelledBy: id) {
      $0.block("table", ["class": name]) { html in
        caption(&html)
        html.line("thead") { $0.element("tr") { html in columns.forEach { html.head($0) } } }
        html.block("tbody", content: rows)
      }
    }
  }

  /// Writes a table whose caption is only for screen readers.
  mutating func table(
    labelledBy id: Value, hiddenCaption caption: String, columns: [PageColumn],
    rows: (inout MarkupWriter) -> Void
  ) {
    table(
      labelledBy: id, columns: columns,
      caption: { $0.line("caption", ["class": "hidden"], text: caption) }, rows: rows)
  }

  private mutating func head(_ column: PageColumn) {
    element(
      "th",
      [
        "scope": "col", "class": column.className, "data-sort": column.sort,
        "data-filter": column.filter, "data-text": column.hasText ? .absent : "no",
      ]
    ) { $0.append(column.title) }
  }

  /// Writes a row whose first cell is a heading, and a line break.
  mutating func row(_ name: String, isIsolated: Bool = true, _ cells: (inout MarkupWriter) -> Void)
  {
    line("tr") {
      $0.element("th", ["scope": "row"]) { isIsolated ? $0.isolated(name) : $0.text(name) }
      cells(&$0)
    }
  }

  /// Writes a cell.
  mutating func cell(_ text: String, class name: Value = .absent) {
    element("td", ["class": name], text: text)
  }

  /// Writes a text isolated from the writing direction of its surroundings.
  mutating func isolated(_ text: String, class name: Value = .absent) {
    element("bdi", ["class": name], text: text)
  }

  /// Writes a space and a text in small print, unless it is empty.
  mutating func small(_ text: String) {
    if text.isEmpty { return }
    markup(" ")
    element("small", text: text)
  }

  /// Writes problems as a list.
  mutating func problems(_ problems: [String]) {
    block("ul", ["class": "problems"]) { html in problems.forEach { html.line("li", text: $0) } }
  }
}

/// A column of a table on a page.
struct PageColumn: ExpressibleByStringLiteral {
  let title: MarkupWriter.Value
  /// The CSS class.
  var className: MarkupWriter.Value = .absent
  /// How the script sorts by the column, if not by its numbers or texts.
  var sort: MarkupWriter.Value = .absent
  /// The label of the field by which the script filters the rows.
  var filter: MarkupWriter.Value = .absent
  /// Whether its cells have text to download.
  var hasText = true

  init(
    _ title: MarkupWriter.Value, sort: MarkupWriter.Value = .absent,
    filter: MarkupWriter.Value = .absent, hasText: Bool = true
  ) {
    (self.title, self.sort, self.filter, self.hasText) = (title, sort, filter, hasText)
  }

  init(stringLiteral title: String) { self.init(.text(title)) }

  /// Creates a column of numbers.
  static func number(_ title: MarkupWriter.Value) -> PageColumn {
    var column = PageColumn(title)
    column.className = "n"
    return column
  }
}
