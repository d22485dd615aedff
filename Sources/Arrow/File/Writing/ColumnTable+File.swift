package import Diagnostics
package import Interchange
import Scheduling

extension ColumnTable {
  /// Writes the table as an Arrow file; the caller finishes the output.
  ///
  /// - Throws: `InputError` if the disk is full.
  package func write(
    to file: OutputFile, compression: FileCompression = .none
  ) throws(InputError) {
    try write(to: ColumnFileWriter(fields, compression: compression, to: file))
  }

  /// Returns the table as the bytes of an Arrow file.
  package func fileBytes(compression: FileCompression = .none) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(to: ColumnFileWriter(fields, compression: compression) { bytes += $0 })
    return bytes
  }

  private func write(to writer: ColumnFileWriter) throws(InputError) {
    for batch in batches { try writer.append(batch) }
    try writer.finish()
  }
}
