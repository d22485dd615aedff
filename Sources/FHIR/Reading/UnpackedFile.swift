import Interchange
import Scheduling

/// The content of gzip files in a temporary file, for random access.
final class UnpackedFile {
  private let file: TemporaryFile

  /// The largest ratio of decompressed to compressed size; a file beyond it is meant to fill the disk.
  private static let mostGrowth = 400
  /// The decompressed size in bytes up to which any ratio is accepted.
  private let harmless: Int

  init(harmless: Int = 1 << 30) throws(InputError) {
    self.harmless = harmless
    file = try TemporaryFile()
  }

  /// Appends the decompressed content of a file.
  ///
  /// - Throws: `InputError` where the file is no gzip, is damaged or cut off, or exceeds the largest ratio.
  func add(_ name: String, path: String) throws(InputError) -> DatasetFile {
    let packed = try DatasetFile(name, path: path)
    let source = try packed.stream(blockSize: 1 << 16).gunzipped()
    let product = packed.size.multipliedReportingOverflow(by: UnpackedFile.mostGrowth)
    let start = file.size
    try file.append(contentsOf: source, limit: max(harmless, product.partialValue))
    return file.part(start..<file.size, name: name)
  }
}
