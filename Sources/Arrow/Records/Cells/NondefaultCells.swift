/// A reader of columns that compact rows cannot store: rows with such a value are read as text.
enum NondefaultCells {
  /// Marks the rows with a value other than a default Boolean.
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
