/// On which line each outcome of a patient stands, in little memory: outcomes mostly follow each other
/// line by line.
package struct OutcomeLines: Sendable {
  /// From which position on the line is so much more than the position.
  private var steps: [(position: Int, difference: Int)] = []

  /// Begins without outcomes.
  package init() {}

  /// Notes the line of an outcome; those that follow stand on the lines that follow, unless noted.
  package mutating func note(_ line: Int, of position: Int) {
    if steps.last?.difference != line - position { steps.append((position, line - position)) }
  }

  /// The line of an outcome.
  package subscript(position: Int) -> Int {
    let step = steps.partitionPoint { $0.position <= position } - 1
    return position + (step < 0 ? 0 : steps[step].difference)
  }

  package mutating func removeAll() { steps.removeAll(keepingCapacity: true) }
}
