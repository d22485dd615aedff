import Charts

/// The style sheets and the script of pages.
enum PageAssets {
  /// The style sheet of pages without charts.
  static let plainStyle = PackageResources.page_css

  /// The style sheet of pages.
  static let style = Array("\(ChartStyle.ofPages)\n".utf8) + plainStyle

  /// The script that sorts the table of patients.
  static let script = PackageResources.table_js

  /// The source of the script in a content security policy: its SHA-256.
  static let scriptSource: StaticString = "'sha256-QiYMPFm+SDMXgZeaUS0H/WKtMOs939Pxwym3PCohJR4='"
}
