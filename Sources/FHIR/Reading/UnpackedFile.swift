import Diagnostics
import Interchange
import Scheduling

/// The decompressed content of gzip files in a temporary file, for random access.
final class UnpackedFile {
  private let file: TemporaryFile
  private let budget: UnpackingBudget

  /// Creates an empty file; everything added counts against one size budget.
  init(within budget: UnpackingBudget = UnpackingBudget()) throws(InputError) {
    self.budget = budget
    file = try TemporaryFile()
  }

  /// Appends the decompressed content of a file.
  ///
  /// - Throws: `InputError` if the file is not gzip, is corrupt or truncated, or exceeds the
  ///   budget.
  func add(_ name: String, path: String) throws(InputError) -> DatasetFile {
    let packed = try DatasetFile(name, path: path)
    let start = file.size
    try file.append(contentsOf: packed.stream(blockSize: 1 << 16).gunzipped(within: budget))
    return file.part(start..<file.size, name: name)
  }
}
