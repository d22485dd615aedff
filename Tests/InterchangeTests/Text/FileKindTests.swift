import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Interchange

@Suite struct FileKindTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var kind: FileKind
    var bytes: [UInt8]

    init(_ name: String, _ kind: FileKind, _ bytes: [UInt8]) {
      (testDescription, self.kind, self.bytes) = (name, kind, bytes)
    }

    init(_ name: String, _ kind: FileKind, _ text: String) {
      self.init(name, kind, Array(text.utf8))
    }

    /// Creates an example from hexadecimal digits.
    init(_ name: String, _ kind: FileKind, hex: String) {
      let digits = Array(hex.filter { $0 != " " })
      self.init(
        name, kind,
        stride(from: 0, to: digits.count, by: 2).compactMap {
          UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        })
    }
  }

  /// Returns the local headers and contents of a ZIP archive.
  static func zip(_ entries: [(name: String, content: String)], isStreamed: Bool = false) -> [UInt8]
  {
    entries.flatMap { entry in
      let (name, content) = (Array(entry.name.utf8), Array(entry.content.utf8))
      let size: [UInt8] = isStreamed ? [0, 0, 0, 0] : [UInt8(content.count), 0, 0, 0]
      var bytes: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, isStreamed ? 8 : 0, 0, 0, 0, 0, 0, 0x21, 0x50]
      bytes += [1, 2, 3, 4] as [UInt8]
      bytes += size
      bytes += size
      bytes += [UInt8(name.count), 0, 2, 0] as [UInt8]
      bytes += name
      bytes += [0xCA, 0xFE] as [UInt8]
      bytes += content
      if isStreamed { bytes += [0x50, 0x4B, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as [UInt8] }
      return bytes
    }
  }

  static let archives = [
    Example(
      "a workbook of Excel", .excelWorkbook,
      zip(
        [("[Content_Types].xml", "deflated"), ("_rels/.rels", "PK"), ("xl/workbook.xml", "x")],
        isStreamed: true)),
    Example(
      "a workbook of openpyxl", .excelWorkbook,
      zip([("docProps/app.xml", "x"), ("docProps/core.xml", "x"), ("xl/theme/theme1.xml", "x")])),
    Example(
      "a spreadsheet of LibreOffice", .openDocument,
      zip([("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "x")])),
    Example(
      "a document of Word", .zip, zip([("[Content_Types].xml", "x"), ("word/document.xml", "x")])),
    Example("a book", .zip, zip([("mimetype", "application/epub+zip")])),
    Example("a table in an archive", .zip, zip([("xl.csv", "a,b\n")])),
    Example("an archive with a header cut off", .zip, Array(zip([("xl/workbook.xml", "")])[..<29])),
    Example("an archive without entries", .zip, hex: "504b0506 0000 0000 0000 0000 00000000"),
    Example("gzip", .gzip, GzipTests.file),
    Example("bzip2", .bzip2, hex: "425a6839 314159265359633e"),
    Example("xz", .xz, hex: "fd377a58 5a000004 e6d6b446"),
    Example("Zstandard", .zstandard, hex: "28b52ffd 04581100 00610a55"),
    Example(
      "tar", .tar,
      Array("events.csv".utf8) + [UInt8](repeating: 0, count: 247) + Array("ustar\u{0}00".utf8)),
  ]

  static let dataSets = [
    Example("OLE", .oldExcel, hex: "d0cf11e0 a1b11ae1 00000000 00000000"),
    Example("Parquet", .parquet, hex: "50415231 1504151c 15204c15 04150012"),
    Example("Arrow file", .arrow, hex: "4152524f 57310000 ffffffff 78000000"),
    Example("Arrow stream", .arrow, hex: "ffffffff 78000000 10000000 00000a00"),
    Example("SQLite", .sqlite, hex: "53514c69746520666f726d6174203300 1000010100402020"),
    Example("sas7bdat", .sas, hex: "000000000000000000000000 c2ea8160b31411cfbd92080009c7318c"),
    Example("SAS transport 5", .sasTransport, "HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!"),
    Example("SAS transport 8", .sasTransport, "HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!"),
    Example("Stata 10", .stata, hex: "72020100 05000200 00000000"),
    Example("Stata 13", .stata, "<stata_dta><header><release>117</release>"),
    Example("SPSS", .spss, "$FL2@(#) SPSS DATA FILE - https:"),
    Example("SPSS, compressed", .spss, "$FL3@(#) SPSS DATA FILE - https:"),
    Example("an R object", .rds, hex: "580a0000 00030004 03010003 0500"),
    Example("an R workspace", .rData, hex: "52445833 0a580a00 00000300"),
  ]

  static let documents = [
    Example("an object", .json, "{\"events\": [{\"id\": 1}]}\n"),
    Example("an object over lines", .json, " \r\n{\n\t\"events\" : []\n}"),
    Example("no properties", .json, "{ }"),
    Example("records", .json, "[{\"id\": \"ann\"}, {\"id\": \"bob\"}]"),
    Example("rows", .json, "[[\"id\", \"time\"], [\"ann\", 1]]"),
    Example("numbers", .json, "[-1.5e3, 2]"),
    Example("strings", .json, "[\"a, ] \\\" b\",\n\"c\"]"),
    Example("words", .json, "[null, true]"),
    Example("no elements", .json, "[]"),
    Example("JSON cut off", .json, "{\"events\": [{\"id\": "),
    Example("JSON behind a byte order mark", .json, "\u{FEFF}[{\"id\": 1}]"),
    Example("JSON in UTF-16", .json, [0xFF, 0xFE] + "[{\"id\": 1}]".utf8.flatMap { [$0, 0] }),
    Example("JSON lines", .jsonLines, "{\"id\": 1}\n{\"id\": 2}\n"),
    Example("a bare table", .html, "\n<TABLE border=1><tr><td>id"),
    Example("HTML", .html, "\u{FEFF}<!DOCTYPE HTML>\n<html><body>"),
    Example(
      "XHTML", .html, "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">"),
    Example("XML", .xml, "<?xml version=\"1.0\"?><HealthData locale=\"de\">"),
    Example("XML in UTF-16", .xml, "<?xml version=\"1.0\"?><a>".utf8.flatMap { [0, $0] }),
    Example(
      "Excel 2003 XML", .excelXML,
      "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n<Workbook>"),
    Example("PDF", .pdf, "%PDF-1.7\n"),
  ]

  static let texts = [
    "", " ", "\n", "id,time\nann,2025-03-03\n", "PAR1,PAR2\n1,2\n", "PK,time\n", "BZh9,x\n",
    "ARROW1,x\n",
    "[id],[time]\n", "[1],[2]\n", "[\"id\"];[\"time\"]\n", "[2025-03-03 08:05] taken\n",
    "[2025-03-03]\n[2025-03-04]\n", "[x", "{id},{time}\n", "{id}\n", "{\"id\"},x\n",
    "{\"id\":1},2025-03-03\n",
    "{\"id\" = 1}\n", "<5 mg,2025-03-03\n", "<id>,<time>\n", "%PDF,x\n", "$FL2,x\n", "X\n1\n",
    "ÿþ\n",
    "HEADER RECORD,x\n", "SQLite format 3,x\n",
  ].map { Example($0.replacing("\n", with: "␤"), .text, $0) }

  @Test(arguments: archives + dataSets + documents + texts)
  func `recognizes the content`(_ example: Example) {
    #expect(FileKind(firstBytes: example.bytes) == example.kind)
  }

  @Test(arguments: archives + dataSets + documents)
  func `recognizes prefixes of any length`(_ example: Example) {
    for count in example.bytes.indices { _ = FileKind(firstBytes: Array(example.bytes[..<count])) }
  }

  @Test func `has an example of every kind`() {
    let examples = FileKindTests.archives + FileKindTests.dataSets + FileKindTests.documents
    #expect(Set(examples.map(\.kind)).union([.text]) == Set(FileKind.allCases))
  }

  @Test(arguments: FileKind.allCases)
  func `names each kind that is not read, with a command on the file`(_ kind: FileKind) {
    let isRead = [.text, .gzip, .arrow].contains(kind)
    #expect((kind.conversion == nil) == isRead)
    #expect((kind.rejection(path: "a.csv") == nil) == isRead)
    if let conversion = kind.conversion {
      #expect(conversion.hasPrefix("it is ") && conversion.contains("FILE"))
      let error = kind.rejection(path: "a.csv")
      #expect(error?.source == "a.csv")
      let reason = conversion.replacing("FILE", with: "a.csv")
      #expect(error?.description == "a.csv: cannot be read: \(reason)")
    }
  }

  @Test(arguments: [
    (
      FileKind.excelWorkbook, "my events.xlsx",
      "it is an Excel workbook (save the sheet as CSV, or: python3 -c \"import pandas, sys;"
        + " pandas.read_excel(sys.argv[1], dtype=str, na_filter=False)"
        + ".to_csv(sys.argv[2], index=False)\" 'my events.xlsx' 'my events.xlsx'.csv)"
    ),
    (.zip, "-", "it is a ZIP archive (extract the table: unzip FILE)"),
    (.zip, "-a.zip", "it is a ZIP archive (extract the table: unzip ./-a.zip)"),
    (.zip, "/data/é_1.zip", "it is a ZIP archive (extract the table: unzip /data/é_1.zip)"),
    (.zip, "it's $5.zip", "it is a ZIP archive (extract the table: unzip 'it'\\''s $5.zip')"),
    (
      .zip, "a\n'\u{1B}.zip", "it is a ZIP archive (extract the table: unzip $'a\\012\\'\\033.zip')"
    ),
    (.zip, "", "it is a ZIP archive (extract the table: unzip '')"),
  ])
  func `quotes the path in the command`(_ kind: FileKind, path: String, reason: String) {
    #expect(kind.rejection(path: path)?.problem == .unreadable(reason: reason))
  }

  @Test func `decompresses the file first if its content is not a table`() {
    #expect(
      FileKind.parquet.rejection(path: "a.gz", isGzipped: true)?.problem
        == .unreadable(
          reason: "it is Parquet compressed by gzip (decompress it first: gunzip -k a.gz)"))
    #expect(
      FileKind.tar.rejection(path: "a.tgz", isGzipped: true)?.problem
        == .unreadable(
          reason: "it is a tar archive compressed by gzip (extract the table: tar -xf a.tgz)"))
    #expect(FileKind.text.rejection(path: "a.gz", isGzipped: true) == nil)
  }
}
