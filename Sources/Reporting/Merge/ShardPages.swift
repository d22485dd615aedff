import Diagnostics
import Scheduling

/// The patients' pages of a shard.
struct ShardPages {
  private let folder: String
  private let list: ShardFile

  /// Opens the list of the pages.
  init(_ folder: String, _ shard: Shard) throws(InputError) {
    self.folder = folder
    list = try ShardFile(PageList.name, in: folder, shard.files[PageList.name])
  }

  /// Copies the pages of some patients and verifies each file.
  ///
  /// - Parameters:
  ///   - names: The names of the patients' folders; `nil` for all.
  ///   - output: The destination.
  ///   - isCancelled: Called before each file; the rest is skipped if it returns `true`.
  /// - Returns: The number of patients.
  /// - Throws: `InputError` if a file was modified, or cannot be written.
  func copy(
    _ names: Set<String>?, to output: PageOutput, isCancelled: () -> Bool
  ) throws(InputError) -> Int {
    var patients: Set<String> = []
    while let line = try list.line() {
      guard let entry = PageList.read(line), let name = entry.patient.map(String.init) else {
        throw .damaged(list.path)
      }
      guard names?.contains(name) ?? true else { continue }
      if isCancelled() { return patients.count }
      patients.insert(name)
      let file = try ShardFile(entry.path, in: folder, entry.sum)
      try output.write([ReportFile(entry.path, try file.all())])
    }
    try list.checkEnd()
    return patients.count
  }
}
