/// The compression of the buffers of an Arrow file.
public enum FileCompression: String, CaseIterable, Sendable {
  /// No compression, so that readers can memory-map the file.
  case none
  /// LZ4 frames: fast, about half the size.
  case lz4
  /// Zstandard.
  case zstd
}
