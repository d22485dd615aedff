/// A cursor over the clean pieces of a zone, for mostly ascending queries.
struct PieceCursor {
  private let table: OffsetTable
  private var index: Int
  private var piece: OffsetTable.CleanPiece

  init(_ table: OffsetTable, at instant: Int64) {
    self.table = table
    index = table.piece(at: instant)
    piece = table.pieces[index]
  }

  /// The local times of the current piece.
  var localRange: Range<Int64> { piece.localStart..<piece.localEnd }

  /// Returns the offset of the clean piece that contains an instant; `nil` within a seam.
  mutating func offset(at instant: Int64) -> Int64? {
    if piece.start <= instant, instant < piece.end { return piece.offset }
    if !turn(where: { $0.start <= instant }) { move(to: table.piece(at: instant)) }
    return piece.start <= instant && instant < piece.end ? piece.offset : nil
  }

  /// Returns the offset of the clean piece that contains a local time; `nil` within a seam.
  mutating func offset(atLocal local: Int64) -> Int64? {
    if piece.localStart <= local, local < piece.localEnd { return piece.offset }
    if !turn(where: { $0.localStart <= local }) { move(to: table.piece(atLocal: local)) }
    return piece.localStart <= local && local < piece.localEnd ? piece.offset : nil
  }

  /// Advances to the next piece if it is the last that has begun; returns whether it is.
  private mutating func turn(where hasBegun: (OffsetTable.CleanPiece) -> Bool) -> Bool {
    let (pieces, next) = (table.pieces, index + 1)
    guard next < pieces.count, hasBegun(pieces[next]),
      next + 1 == pieces.count || !hasBegun(pieces[next + 1])
    else { return false }
    move(to: next)
    return true
  }

  private mutating func move(to index: Int) {
    self.index = index
    piece = table.pieces[index]
  }
}
