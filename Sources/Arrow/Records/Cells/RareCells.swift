/// What a row has no room for: where there is any, the row is read as texts.
enum RareCells {
  /// Marks the rows with a value; a truth that goes without saying is none.
  static func read(_ column: ArrowColumn, _ block: RowBlock, _ cells: RowBlock.Cells<Bool>) {
    let (validity, rows, rare) = (column.validity, block.rows.start, cells.start)
    if column.field.type == .null { return }
    let texts = column.texts
    let isTruth = column.field.type == .boolean
    for place in 0..<block.count where validity[rows[place]] {
      let isNothing =
        texts.map { $0[rows[place]].isEmpty } ?? (isTruth && !column.boolean(rows[place]))
      if !isNothing { rare[place] = true }
    }
  }
}
