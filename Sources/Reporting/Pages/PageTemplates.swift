import AdherenceAnalytics
import Charts
import Mustache

/// The templates of pages, read once.
enum PageTemplates {
  /// The templates by the names of their files.
  ///
  /// They are compiled into the module, so that one that cannot be read is a mistake in this source.
  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(EscapedText(), named: EscapedText.name)
    let sources = [
      "head": PackageResources.head_mustache, "index": PackageResources.index_mustache,
      "figures": PackageResources.figures_mustache, "patient": PackageResources.patient_mustache,
    ]
    do {
      return MustacheLibrary(
        templates: try sources.mapValues {
          try MustacheTemplate(string: String(decoding: $0, as: UTF8.self))
        })
    } catch {
      preconditionFailure("a template cannot be read: \(error)")
    }
  }()

  /// The style sheet of all pages.
  static let css = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// What sorts the table of patients; `index.mustache` holds its SHA-256, without which browsers
  /// would not run it.
  static let script = String(decoding: PackageResources.table_js, as: UTF8.self)

  /// The colours of roles, which are the same in all charts.
  static let roleColors = ChartRole.allCases.map { role in
    ".chart .\(role.rawValue){color:\(role.color);--o:\(role.opacity)}"
  }.joined(separator: "\n")

  /// Fills a template.
  static func render(_ page: some MustacheParent, as name: String) -> String {
    guard let text = library.render(page, withTemplate: name) else {
      preconditionFailure("there is no template '\(name)'")
    }
    return text
  }
}
