package import Diagnostics
package import Formats

extension Checksum64 {
  /// Computes the checksum of a file.
  ///
  /// - Throws: `InputError` if it cannot be read.
  package init(ofFile path: String) throws(InputError) {
    self.init()
    let source = try ByteSource(path: path, name: path)
    var block: [UInt8] = []
    while try source.appendBlock(&block) {
      add(block)
      block.removeAll(keepingCapacity: true)
    }
  }
}
