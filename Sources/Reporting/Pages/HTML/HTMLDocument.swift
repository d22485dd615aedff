import Charts

/// The parts of an HTML document around a page's contents.
struct HTMLDocument {
  var title: String
  /// The path of the style sheet, relative to the page; `nil` to embed ``style``.
  var stylePath: String?
  /// The style sheet.
  var style = PageAssets.style
  /// Whether the page has the script that sorts and filters the table of patients.
  var hasScript = false
  /// The CSS class of the body.
  var bodyClass: MarkupWriter.Value = .absent

  /// Returns the document with a header, main content and footer.
  func bytes(
    header: (inout MarkupWriter) -> Void, main: (inout MarkupWriter) -> Void,
    footer: (inout MarkupWriter) -> Void = { _ in }
  ) -> [UInt8] {
    var html = MarkupWriter()
    html.markup("<!DOCTYPE html>\n")
    html.block("html", ["lang": "en"]) { html in
      html.block("head", content: head)
      html.block("body", ["class": bodyClass]) { html in
        html.line("a", ["class": "skip", "href": "#main"], text: "Skip to the content")
        html.block("header", content: header)
        html.block("main", ["id": "main", "tabindex": -1], content: main)
        footer(&html)
        if hasScript { html.line("script") { $0.append(PageAssets.script) } }
      }
    }
    return html.bytes
  }

  private func head(_ html: inout MarkupWriter) {
    policy(&html)
    html.markup(
      """
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">

      """)
    html.line("title", text: title)
    guard let stylePath else { return html.line("style") { $0.append(style) } }
    html.tag("link", ["rel": "stylesheet", "href": .link(to: stylePath)])
    html.markup("\n")
  }

  /// Writes the content security policy.
  private func policy(_ html: inout MarkupWriter) {
    html.markup(
      """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'
      """)
    if stylePath != nil { html.markup(" 'self' file:") }
    if hasScript {
      html.markup("; script-src ")
      html.markup(PageAssets.scriptSource)
    }
    html.markup("; base-uri 'none'; form-action 'none'\">\n")
  }
}

/// The style sheets and the script of pages.
enum PageAssets {
  /// The style sheet of pages without charts.
  static let plainStyle = PackageResources.page_css

  /// The style sheet of pages.
  static let style = Array("\(ChartStyle.ofPages)\n".utf8) + plainStyle

  /// The script that sorts and filters the table of patients.
  static let script = PackageResources.table_js

  /// The source of the script in a content security policy: its SHA-256.
  static let scriptSource: StaticString = "'sha256-SxZMiM811thdaclSKJoec3mapJkYoEF81fbS7n3iqUw='"
}
