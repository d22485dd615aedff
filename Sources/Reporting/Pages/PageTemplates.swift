import Charts

/// The templates of pages, read once.
enum PageTemplates {
  /// The templates by the names of their files.
  private static let library = [
    "head": PackageResources.head_mustache, "index": PackageResources.index_mustache,
    "figures": PackageResources.figures_mustache, "patient": PackageResources.patient_mustache,
    "emerge": PackageResources.emerge_mustache,
    "quality": PackageResources.quality_mustache, "refills": PackageResources.refills_mustache,
  ].mapValues { PageTemplate(String(decoding: $0, as: UTF8.self)) }

  /// The style sheet of all pages.
  static let css = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// What sorts the table of patients; `index.mustache` holds its SHA-256, without which browsers
  /// would not run it.
  static let script = String(decoding: PackageResources.table_js, as: UTF8.self)

  /// Fills a template.
  static func render(_ page: some PageObject, as name: String) -> [UInt8] {
    var writer = PageWriter(library)
    writer.write(page, by: name)
    return writer.bytes
  }
}
