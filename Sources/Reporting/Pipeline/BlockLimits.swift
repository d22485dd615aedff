/// How much may be on its way through a pipeline.
struct BlockLimits: Sendable {
  /// The most blocks that are read and not handed on.
  var blocks: Int
  /// So many bytes of results may wait for those before them; beyond, only the block that everybody waits
  /// for goes on.
  var bytes = 64 << 20
  /// A block hands on what it has at so many bytes, so that a block of patients with many rows takes no
  /// more than one of patients with few.
  var part = 1 << 20
}
