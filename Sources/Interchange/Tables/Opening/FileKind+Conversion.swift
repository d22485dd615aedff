package import Diagnostics

extension FileKind {
  /// The description of a kind that is not a text table, and its conversion.
  private struct Advice {
    /// The kind with its article.
    var name: String
    /// The conversion, with the placeholder `FILE` for the path.
    var cure: String
  }

  /// The kind and a command that converts it to a text table; `nil` for text, gzip and Arrow, which
  /// are supported.
  ///
  /// `FILE` is a placeholder for the path.
  package var conversion: String? {
    FileKind.advice[self].map { "it is \($0.name) (\($0.cure))" }
  }

  /// Returns the error of a file of this kind that was given as a text table.
  ///
  /// - Parameters:
  ///   - path: The path as the caller gave it; for `-`, standard input, the command keeps `FILE`.
  ///   - isGzipped: Whether the kind is that of the decompressed content.
  /// - Returns: The error with `path` as its source; `nil` for text, gzip and Arrow.
  package func rejection(path: String, isGzipped: Bool = false) -> InputError? {
    guard let advice = FileKind.advice[self] else { return nil }
    let isNested = isGzipped && !FileKind.readThroughGzip.contains(self)
    let cure = isNested ? "decompress it first: gunzip -k FILE" : advice.cure
    let name = isGzipped ? "\(advice.name) compressed by gzip" : advice.name
    return InputError(
      .unreadable(reason: "it is \(name) (\(FileKind.command(cure, path: path)))"), source: path)
  }

  /// Inserts the path, protecting a leading hyphen from being parsed as an option.
  private static func command(_ cure: String, path: String) -> String {
    if path == "-" { return cure }
    let file = path.hasPrefix("-") ? "./\(path)" : path
    return cure.replacing("FILE", with: file.shellQuoted)
  }

  /// The kinds whose programs decompress gzip themselves.
  private static let readThroughGzip: Set<FileKind> = [.tar, .rds, .rData]

  private static let advice: [FileKind: Advice] =
    [compressions, workbooks, documents, dataSets].reduce(into: [:]) { all, group in
      all.merge(group) { first, _ in first }
    }

  private static let compressions: [FileKind: Advice] = [
    .bzip2: Advice(name: "a bzip2 file", cure: "decompress it: bunzip2 -k FILE"),
    .xz: Advice(name: "an xz file", cure: "decompress it: unxz -k FILE"),
    .zstandard: Advice(name: "a Zstandard file", cure: "decompress it: unzstd FILE"),
    .zip: Advice(name: "a ZIP archive", cure: "extract the table: unzip FILE"),
    .tar: Advice(name: "a tar archive", cure: "extract the table: tar -xf FILE"),
  ]

  private static let workbooks: [FileKind: Advice] = [
    // As text, so that ids keep leading zeros and the word NA is not a missing value.
    .excelWorkbook: Advice(
      name: "an Excel workbook",
      cure: "save the sheet as CSV, or: "
        + python("pandas", "pandas.read_excel(sys.argv[1], dtype=str, na_filter=False)")),
    .oldExcel: Advice(name: "an old or encrypted Excel workbook", cure: libreOffice),
    .excelXML: Advice(name: "an Excel workbook in XML", cure: libreOffice),
    .openDocument: Advice(name: "an OpenDocument spreadsheet", cure: libreOffice),
  ]

  private static let documents: [FileKind: Advice] = [
    // Not with pandas.read_json, which guesses dates.
    .json: Advice(
      name: "JSON",
      cure: python("json, pandas", "pandas.json_normalize(json.load(open(sys.argv[1], 'rb')))")),
    .jsonLines: Advice(
      name: "JSON with one record per line",
      cure: python(
        "json, pandas",
        "pandas.json_normalize([json.loads(line) for line in open(sys.argv[1], 'rb')])")),
    .html: Advice(
      name: "an HTML page",
      cure: python(
        "pandas", "pandas.read_html(sys.argv[1], thousands=None, keep_default_na=False)[0]")),
    .xml: Advice(name: "XML", cure: python("pandas", "pandas.read_xml(sys.argv[1], dtype=str)")),
    .pdf: Advice(
      name: "a PDF", cure: "ask for the table as CSV, or copy it from: pdftotext -layout FILE"),
  ]

  private static let dataSets: [FileKind: Advice] = [
    // Without the pandas metadata, which turns columns into an index that is not written.
    .parquet: Advice(
      name: "Parquet",
      cure: python(
        "pyarrow.parquet",
        "pyarrow.parquet.read_table(sys.argv[1]).to_pandas(ignore_metadata=True)")),
    .sqlite: Advice(
      name: "an SQLite database",
      cure: "sqlite3 -header -csv FILE 'SELECT * FROM TABLE' > FILE.csv"),
    .sas: Advice(
      name: "a SAS data set",
      cure: python("pyreadstat", "pyreadstat.read_sas7bdat(sys.argv[1])[0]")),
    .sasTransport: Advice(
      name: "a SAS transport file",
      cure: python("pyreadstat", "pyreadstat.read_xport(sys.argv[1])[0]")),
    .stata: Advice(
      name: "a Stata data set", cure: python("pandas", "pandas.read_stata(sys.argv[1])")),
    .spss: Advice(
      name: "an SPSS data set",
      cure: python(
        "pyreadstat", "pyreadstat.read_sav(sys.argv[1], apply_value_formats=True)[0]")),
    .rds: Advice(name: "an R object", cure: rScript("readRDS(a[1])")),
    .rData: Advice(name: "an R workspace", cure: rScript("get(load(a[1])[1])")),
  ]

  private static let libreOffice =
    "save the sheet as CSV, or: libreoffice --headless --convert-to csv FILE"

  /// Returns a command that writes a data frame as CSV; paths are arguments to avoid nested
  /// quoting.
  private static func python(_ modules: String, _ frame: String) -> String {
    "python3 -c \"import \(modules), sys; \(frame).to_csv(sys.argv[2], index=False)\" FILE FILE.csv"
  }

  private static func rScript(_ frame: String) -> String {
    "Rscript -e 'a <- commandArgs(TRUE); write.csv(\(frame), a[2], row.names = FALSE)' FILE FILE.csv"
  }
}
