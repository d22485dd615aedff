import Charts

/// The page templates, parsed once.
enum PageTemplates {
  /// The templates by file name.
  private static let library = [
    "head": PackageResources.head_mustache, "index": PackageResources.index_mustache,
    "figures": PackageResources.figures_mustache, "patient": PackageResources.patient_mustache,
    "emerge": PackageResources.emerge_mustache,
    "quality": PackageResources.quality_mustache, "refills": PackageResources.refills_mustache,
  ].mapValues { PageTemplate(String(decoding: $0, as: UTF8.self)) }

  /// The style sheet of pages without charts.
  static let css = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// The style sheet of pages.
  static let style = ChartStyle.ofPages + "\n" + css

  /// The script that sorts the table of patients; `index.mustache` contains its SHA-256 for the
  /// content security policy.
  static let script = String(decoding: PackageResources.table_js, as: UTF8.self)

  /// Renders a page.
  static func render(_ page: some PageObject, as name: String) -> [UInt8] {
    var writer = PageWriter(library)
    writer.write(page, by: name)
    return writer.bytes
  }
}
