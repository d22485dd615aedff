extension ChartDrawing {
  /// Draws the bands in the background; their labels are tooltips.
  mutating func drawBands() {
    for band in chart.bands {
      let isAcross = band.axis == .x
      let scale = isAcross ? x : y
      let limits = [scale.from, scale.to].sorted()
      let ends = [band.from, band.to].map { min(max(scale.edge($0), limits[0]), limits[1]) }
      let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
      guard high > low else { continue }
      var path = PathData()
      if isAcross {
        path.rectangle(low, layout.top, high, layout.bottom)
      } else {
        path.rectangle(layout.left, low, layout.right, high)
      }
      svg.element("path", ["class": .text("band " + band.role.rawValue), "d": .path(path)]) {
        if !band.label.isEmpty { $0.element("title", text: band.label) }
      }
    }
  }

  /// Draws the reference lines.
  mutating func drawReferences() {
    for line in chart.references {
      let isUpright = line.axis == .x
      let at = isUpright ? x.edge(line.at) : y.point(line.at)
      let limits = isUpright ? layout.left...layout.right : layout.top...layout.bottom
      guard limits.contains(at) else { continue }
      var path = PathData()
      path.move(isUpright ? at : layout.left, isUpright ? layout.top : at)
      path.line(isUpright ? at : layout.right, isUpright ? layout.bottom : at)
      self.path(path, "ref", line.role)
    }
  }

  /// Draws the numbers below the horizontal axis.
  mutating func drawTable() {
    guard let table = chart.table else { return }
    var top = layout.bottom + 20 + (chart.showsXTitle ? ChartLayout.line : 0) + 14
    label(table.title, 2, top, anchor: nil)
    for row in table.rows {
      top += ChartLayout.line
      label(ChartLayout.shortened(row.name, to: 20), 2, top, anchor: nil)
      for (column, count) in zip(table.columns, row.counts) where x.contains(column) {
        label(count.grouped, x.edge(column), top, anchor: "middle")
      }
    }
  }

  /// Draws the note, and the reason for an empty chart.
  mutating func drawWords() {
    let notes = chart.noteLines(within: layout.width)
    for (place, note) in notes.enumerated() {
      let below = Double(notes.count - 1 - place) * ChartLayout.line
      label(note, 2, layout.height - 5 - below, anchor: nil, as: "n", limit: note.count)
    }
    let lines = chart.emptyLines(width: layout.noteLength)
    let middle = ((layout.left + layout.right) / 2, (layout.top + layout.bottom) / 2)
    for (place, line) in lines.enumerated() {
      let below = (Double(place) - Double(lines.count - 1) / 2) * ChartLayout.line
      label(line, middle.0, middle.1 + below, anchor: "middle", as: "n", limit: line.count)
    }
  }
}
