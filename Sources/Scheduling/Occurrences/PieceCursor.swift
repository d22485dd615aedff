/// Walks the clean pieces of a zone with instants that mostly ascend.
struct PieceCursor {
  private let pieces: [OffsetTable.CleanPiece]
  private var index: Int
  private var piece: OffsetTable.CleanPiece

  init(_ table: OffsetTable, at instant: Int64) {
    pieces = table.pieces
    index = table.piece(at: instant)
    piece = pieces[index]
  }

  /// The offset of the clean piece that holds an instant; `nil` within a seam.
  mutating func offset(at instant: Int64) -> Int64? {
    if piece.start <= instant, instant < piece.end { return piece.offset }
    seek { $0.start <= instant }
    return piece.start <= instant && instant < piece.end ? piece.offset : nil
  }

  /// The offset of the clean piece that holds a local time; `nil` within a seam.
  mutating func offset(atLocal local: Int64) -> Int64? {
    if piece.localStart <= local, local < piece.localEnd { return piece.offset }
    seek { $0.localStart <= local }
    return piece.localStart <= local && local < piece.localEnd ? piece.offset : nil
  }

  /// Moves to the last piece that has begun: the next one, or wherever it is.
  private mutating func seek(hasBegun: (OffsetTable.CleanPiece) -> Bool) {
    if index + 1 < pieces.count, hasBegun(pieces[index + 1]),
      index + 2 == pieces.count || !hasBegun(pieces[index + 2])
    {
      index += 1
    } else {
      index = max(0, pieces.partitionPoint(where: hasBegun) - 1)
    }
    piece = pieces[index]
  }
}
