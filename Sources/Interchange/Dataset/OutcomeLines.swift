/// A compact map from outcome positions to line numbers, most of which are consecutive.
package struct OutcomeLines: Sendable {
  /// The positions from which the line number minus the position has a new value.
  private var steps: [(position: Int, difference: Int)] = []

  package init() {}

  /// Records the line of an outcome; the following outcomes are on consecutive lines unless
  /// recorded.
  package mutating func note(_ line: Int, of position: Int) {
    if steps.last?.difference != line - position { steps.append((position, line - position)) }
  }

  /// Returns the line of an outcome.
  package subscript(position: Int) -> Int {
    let step = steps.partitionPoint { $0.position <= position } - 1
    return position + (step < 0 ? 0 : steps[step].difference)
  }

  package mutating func removeAll() { steps.removeAll(keepingCapacity: true) }
}
