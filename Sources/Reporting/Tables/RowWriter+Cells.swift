extension RowWriter {
  /// Writes a row of cells.
  ///
  /// - Precondition: It has as many cells as the table has columns.
  func write(_ row: [Cell]) {
    for cell in row {
      switch cell {
      case .text(let text): self.text(text)
      case .integer(let number): integer(number)
      case .decimal(let number): decimal(number)
      case .number(let number): self.number(number)
      case .boolean(let truth): boolean(truth)
      case .empty: empty()
      }
    }
    endRow()
  }
}
