/// The text of an annotation in the plot, at a place without marks.
struct PlacedAnnotation {
  var annotation: ChartAnnotation
  var box: MarkBox

  /// The baseline of the text.
  var base: Double { box.bottom - 3 }
}

extension ChartDrawing {
  /// Draws the annotations in the plot.
  mutating func drawAnnotations() {
    for own in annotations {
      label(
        own.annotation.text, own.box.left, own.base, anchor: nil,
        as: "n " + own.annotation.role.rawValue)
    }
  }

  /// The annotations in the plot, each above or below its point where it covers neither marks nor
  /// other annotations; those without such a place are omitted.
  var annotations: [PlacedAnnotation] {
    let notes = chart.annotations.filter { $0.y != nil && x.contains($0.x) }
    if notes.isEmpty { return [] }
    var taken = chart.series.flatMap(obstacles)
    return notes.compactMap { note in
      let box = places(of: note).first { box in !taken.contains { $0.overlaps(box) } }
      guard let box else { return nil }
      taken.append(box)
      return PlacedAnnotation(annotation: note, box: box)
    }
  }

  /// The places for the text of an annotation within the image, the best first.
  private func places(of note: ChartAnnotation) -> [MarkBox] {
    let (across, down) = (x.point(note.x), y.point(note.y ?? 0))
    let width = ChartLayout.width(of: note.text)
    let boxes = [-8.0, 16, -22, 30, -36, 44].flatMap { offset in
      [across, across - width].map { left in
        MarkBox(left: left, top: down + offset - 9, right: left + width, bottom: down + offset + 3)
      }
    }
    return boxes.filter {
      $0.left >= 0 && $0.right <= layout.width && $0.top >= layout.top - 4
        && $0.bottom <= layout.bottom
    }
  }

  /// Returns the boxes that the marks of a series cover; an area and cells may be written on.
  func obstacles(_ series: ChartSeries) -> [MarkBox] {
    switch series.mark {
    case .area, .stepArea, .cell: []
    case .line, .step:
      corners(of: series).flatMap { run in
        zip(run, run.dropFirst()).flatMap { MarkBox.boxes(from: $0, to: $1) }
      }
    case .dot, .tick, .bar, .span:
      series.points.filter { $0.y != nil }.map(boxes(series)).map {
        $0.inset(by: series.mark.margin)
      }
    }
  }
}

extension ChartSeries.Mark {
  /// The margin around a marker in its hover target.
  fileprivate var margin: Double { isSign ? 2 : 0 }
}

extension MarkBox {
  /// Returns whether two boxes have an area in common.
  func overlaps(_ other: MarkBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  fileprivate func inset(by margin: Double) -> MarkBox {
    MarkBox(
      left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
  }

  /// Returns small boxes along a line.
  fileprivate static func boxes(
    from start: (Double, Double), to end: (Double, Double)
  ) -> [MarkBox] {
    let (width, height) = (end.0 - start.0, end.1 - start.1)
    let count = max(1, Int((max(abs(width), abs(height)) / 6).rounded(.up)))
    return (0..<count).map { place in
      let (from, to) = (Double(place) / Double(count), Double(place + 1) / Double(count))
      let (xs, ys) = (
        [start.0 + width * from, start.0 + width * to],
        [start.1 + height * from, start.1 + height * to]
      )
      return MarkBox(
        left: xs.min() ?? 0, top: (ys.min() ?? 0) - 1, right: (xs.max() ?? 0) + 0.1,
        bottom: (ys.max() ?? 0) + 1)
    }
  }
}
