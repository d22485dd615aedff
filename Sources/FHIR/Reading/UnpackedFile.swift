import Foundation
import Interchange
import Scheduling

/// An unlinked temporary file with the content of gzip files, for random access.
///
/// Safe: `written` stays below the count of the block.
final class UnpackedFile {
  private let descriptor: FileDescriptor
  private var size = 0

  /// The largest ratio of decompressed to compressed size; a file beyond it is meant to fill the disk.
  private static let mostGrowth = 400
  /// The decompressed size in bytes up to which any ratio is accepted.
  private let harmless: Int

  init(harmless: Int = 1 << 30) throws(InputError) {
    self.harmless = harmless
    let folder = FileManager.default.temporaryDirectory.path()
    var path = Array("\(folder)/regimen-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw InputError(writing: folder, errno) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    descriptor = FileDescriptor(number)
  }

  /// Appends the decompressed content of a file.
  ///
  /// - Throws: `InputError` where the file is no gzip, is damaged or cut off, or exceeds the largest ratio.
  func add(_ name: String, path: String) throws(InputError) -> DatasetFile {
    let packed = try DatasetFile(name, path: path)
    let source = try packed.stream(blockSize: 1 << 16).gunzipped()
    let product = packed.size.multipliedReportingOverflow(by: UnpackedFile.mostGrowth)
    let (start, limit) = (size, max(harmless, product.partialValue))
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      try write(block)
      if size - start > limit {
        throw InputError(
          .tooLarge(what: "bytes when it is unpacked", limit: limit), source: name)
      }
      block.removeAll(keepingCapacity: true)
    }
    return DatasetFile(name, within: descriptor, start..<size)
  }

  private func write(_ block: [UInt8]) throws(InputError) {
    var written = 0
    while written < block.count {
      let count = block.withUnsafeBytes { bytes in
        pwrite(
          descriptor.number, bytes.baseAddress.map { $0 + written }, bytes.count - written,
          off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw InputError(writing: "temporary file", errno) }
      written += count
      size += count
    }
  }
}
