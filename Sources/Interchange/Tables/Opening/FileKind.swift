import Foundation

/// A kind of file, detected by its content regardless of the file name.
package enum FileKind: String, CaseIterable, Hashable, Sendable {
  /// Text without markup, and all content that no other case covers.
  case text
  case gzip, bzip2, xz, zstandard
  /// An Office Open XML workbook (`.xlsx`, `.xlsm`, `.xlsb`).
  case excelWorkbook
  /// An OLE compound file: a workbook of Excel 97–2003, or an encrypted one.
  case oldExcel
  /// A workbook in the XML format of Excel 2003.
  case excelXML
  /// An OpenDocument file, such as a LibreOffice spreadsheet.
  case openDocument
  /// Any other ZIP archive, which includes `.docx` and `.numbers`.
  case zip
  case tar
  case parquet
  /// An Arrow IPC file or stream.
  case arrow
  case sqlite
  /// One JSON value.
  case json
  /// Several JSON values, one after the other, as in `.ndjson`.
  case jsonLines
  case html, xml, pdf
  /// A SAS data set (`.sas7bdat`).
  case sas
  /// A SAS transport file (`.xpt`).
  case sasTransport
  case stata, spss
  /// One serialized R object (`.rds`), decompressed.
  case rds
  /// A saved R workspace (`.RData`), decompressed.
  case rData

  /// The number of leading bytes needed for detection.
  package static let prefixLength = 1 << 16

  /// Detects the kind by leading bytes.
  ///
  /// Any number of bytes is allowed; with less than ``prefixLength`` a workbook may be detected as
  /// another ZIP archive.
  package init(firstBytes: [UInt8]) {
    let bytes = firstBytes.prefix(FileKind.prefixLength)
    self = FileKind(signatureOf: bytes) ?? FileKind(text: TextEncoding.ascii(bytes))
  }

  private init?(signatureOf bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: ZipEntries.signature) {
      self = ZipEntries(bytes).kind
    } else if let (_, kind) = FileKind.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
      self = kind
    } else if FileKind.isTar(bytes) {
      self = .tar
    } else if FileKind.isOldStata(bytes) {
      self = .stata
    } else {
      return nil
    }
  }

  /// Returns whether the bytes are a tar header, whose file name is padded with NUL bytes.
  private static func isTar(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst(257).starts(with: "ustar".utf8) && bytes.prefix(100).contains(0)
  }

  /// Returns whether the bytes are the header of Stata formats 104 to 115: release, byte order, 1,
  /// 0.
  private static func isOldStata(_ bytes: ArraySlice<UInt8>) -> Bool {
    let header = Array(bytes.prefix(4))
    return header.count == 4 && 104...115 ~= header[0] && 1...2 ~= header[1] && header[2] == 1
      && header[3] == 0
  }

  private static let signatures: [(bytes: [UInt8], kind: FileKind)] = [
    ([0x1F, 0x8B, 0x08], .gzip),
    (Array("BZh91AY&SY".utf8), .bzip2),
    ([0xFD] + "7zXZ\0".utf8, .xz),
    ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    // An empty ZIP archive consists of its end record.
    (Array("PK\u{05}\u{06}".utf8), .zip),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .oldExcel),
    // PAR1 may be a column name. Parquet continues with the first field of a Thrift struct.
    (Array("PAR1\u{15}".utf8), .parquet),
    (Array("ARROW1\0\0".utf8), .arrow),
    ([0xFF, 0xFF, 0xFF, 0xFF], .arrow),
    (Array("SQLite format 3\0".utf8), .sqlite),
    (Array("%PDF-".utf8), .pdf),
    ([UInt8](repeating: 0, count: 12) + [0xC2, 0xEA, 0x81, 0x60, 0xB3, 0x14, 0x11, 0xCF], .sas),
    (Array("HEADER RECORD*******LIB".utf8), .sasTransport),
    (Array("<stata_dta>".utf8), .stata),
    (Array("$FL2@(#)".utf8), .spss),
    (Array("$FL3@(#)".utf8), .spss),
    (Array("X\n\0\0\0".utf8), .rds),
    (Array("RDX2\n".utf8), .rData),
    (Array("RDX3\n".utf8), .rData),
  ]
}

/// The entries of a ZIP archive with local headers in its leading bytes.
private struct ZipEntries {
  static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var kind: FileKind {
    var position = bytes.startIndex
    while let header = nextHeader(from: position) {
      let (name, content) = entry(header)
      if name.starts(with: "xl/".utf8) { return .excelWorkbook }
      if name.elementsEqual("mimetype".utf8),
        content.starts(with: "application/vnd.oasis.opendocument".utf8)
      {
        return .openDocument
      }
      position = header.startIndex + ZipEntries.signature.count
    }
    return .zip
  }

  /// Returns the bytes from the next local header on.
  ///
  /// Searches for the signature instead of using the sizes, which a streamed archive stores after
  /// the content.
  private func nextHeader(from start: Int) -> ArraySlice<UInt8>? {
    var rest = bytes[start...]
    while let first = rest.firstIndex(of: ZipEntries.signature[0]) {
      rest = rest[first...]
      if rest.starts(with: ZipEntries.signature) { return rest }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Returns the name and content of an entry, both possibly truncated.
  private func entry(
    _ header: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
    func number(at offset: Int) -> Int {
      header.dropFirst(offset).prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let rest = header.dropFirst(30)
    let (nameLength, extraLength) = (number(at: 26), number(at: 28))
    return (rest.prefix(nameLength), rest.dropFirst(nameLength + extraLength))
  }
}

extension FileKind {
  /// Detects the kind of a file by its first bytes; `nil` if it is not a readable regular file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: FileKind.prefixLength)
    else { return nil }
    self.init(firstBytes: Array(head))
  }
}
