/// How the buffers of an Arrow file are compressed, each by itself.
public enum FileCompression: String, CaseIterable, Sendable {
  /// Not at all, so that others can map the file into memory.
  case none
  /// Frames of LZ4: fast, and half as small.
  case lz4
  /// Zstandard.
  case zstd
}
