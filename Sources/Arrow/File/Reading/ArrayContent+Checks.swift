import Diagnostics
import Scheduling

extension FileColumn {
  /// Whether the first buffer is a validity bitmap.
  var hasValidity: Bool { layout.hasValidity }
}

extension FileColumn.Layout {
  var hasValidity: Bool {
    switch self {
    case .null, .sparseUnion, .denseUnion, .runs: false
    case .bits, .fixed, .bytes, .views, .list, .listView, .fixedList, .structure: true
    }
  }
}

// The validation of references between columns and buffers.
//
// Safe: `BatchReader` has seen that every buffer is as long as the rows take.
extension ArrayContent {
  /// Returns the minimum length of the children of a column.
  func leastLength(ofChild layout: FileColumn.Layout) -> Int {
    switch layout {
    case .structure, .sparseUnion: length
    case .fixedList(let count): length * count
    case .list(let width): Ends(buffers[1] ?? BatchMemory.zeros, width).end(of: length)
    case .null, .bits, .fixed, .bytes, .views, .listView, .denseUnion, .runs: 0
    }
  }

  /// Rejects a column with references outside its children.
  func check(_ column: FileColumn) throws(InputError) {
    let isSound =
      switch column.layout {
      case .listView(let width): hasLists(width)
      case .sparseUnion, .denseUnion: hasMembers(column)
      case .runs: hasRuns(column)
      case .null, .bits, .fixed, .bytes, .views, .list, .fixedList, .structure: true
      }
    if !isSound { throw .damaged(.child) }
  }

  func isNull(_ row: Int) -> Bool {
    guard nullCount > 0, let bits = buffers.first ?? nil else { return false }
    return bits.load(fromByteOffset: row >> 3, as: UInt8.self) >> (row & 7) & 1 == 0
  }

  /// Returns whether the lists of a list view lie within the child.
  private func hasLists(_ width: Int) -> Bool {
    guard let starts = buffers[1], let counts = buffers[2], let values = children.first else {
      return false
    }
    let limit = values.length
    return (0..<length).allSatisfy { row in
      let start = SignedNumbers(starts, width)[row]
      let count = SignedNumbers(counts, width)[row]
      return isNull(row) || (0...limit ~= start && 0...(limit - start) ~= count)
    }
  }

  /// Returns whether each row of a union refers to an existing value.
  private func hasMembers(_ column: FileColumn) -> Bool {
    guard let kinds = buffers[0] else { return false }
    var lengths = [Int](repeating: -1, count: 128)
    for (kind, child) in zip(column.members, children) { lengths[kind] = child.length }
    let places = column.layout == .denseUnion ? buffers[1] : nil
    return (0..<length).allSatisfy { row in
      let kind = Int(kinds.load(fromByteOffset: row, as: Int8.self))
      let place = places.map { SignedNumbers($0, 4)[row] } ?? row
      return kind >= 0 && 0 <= place && place < lengths[kind]
    }
  }

  /// Returns whether run ends are strictly increasing and cover all rows.
  private func hasRuns(_ column: FileColumn) -> Bool {
    guard children.count == 2, case .fixed(let width) = column.children[0].layout,
      children[0].nullCount == 0, children[1].length >= children[0].length,
      let ends = children[0].buffers[1]
    else { return false }
    var last = 0
    for run in 0..<children[0].length {
      let end = SignedNumbers(ends, width)[run]
      if end <= last { return false }
      last = end
    }
    return last >= length
  }

  /// Returns whether all views lie within buffers of the given lengths.
  func hasViews(within lengths: [Int64]) -> Bool {
    guard let views = buffers[1] else { return false }
    return (0..<length).allSatisfy { row in
      let count = views.load(fromByteOffset: 16 * row, as: Int32.self)
      if 0...12 ~= count || isNull(row) { return true }
      let buffer = Int(views.load(fromByteOffset: 16 * row + 8, as: Int32.self))
      let start = Int64(views.load(fromByteOffset: 16 * row + 12, as: Int32.self))
      return count >= 0 && lengths.indices.contains(buffer) && start >= 0
        && start + Int64(count) <= lengths[buffer]
    }
  }

  /// Returns whether the indices of non-null rows are valid.
  func hasPlaces(below limit: Int, _ column: FileColumn) -> Bool {
    guard case .fixed(let width) = column.layout, let places = buffers[1] else { return false }
    let isSigned = column.schema.format.first?.isLowercase == true
    switch (width, isSigned) {
    case (1, true): return hasPlaces(below: limit, places, Int8.self)
    case (2, true): return hasPlaces(below: limit, places, Int16.self)
    case (4, true): return hasPlaces(below: limit, places, Int32.self)
    case (8, true): return hasPlaces(below: limit, places, Int64.self)
    case (1, false): return hasPlaces(below: limit, places, UInt8.self)
    case (2, false): return hasPlaces(below: limit, places, UInt16.self)
    case (4, false): return hasPlaces(below: limit, places, UInt32.self)
    default: return hasPlaces(below: limit, places, UInt64.self)
    }
  }

  private func hasPlaces<Place: FixedWidthInteger>(
    below limit: Int, _ start: UnsafeRawPointer, _: Place.Type
  ) -> Bool {
    let places = UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: Place.self), count: length)
    if nullCount == 0 {
      // A loop without early exit can be vectorized.
      var (least, most) = (Place.max, Place.min)
      for place in places { (least, most) = (min(least, place), max(most, place)) }
      return places.isEmpty || (least >= 0 && most < limit)
    }
    return places.indices.allSatisfy { isNull($0) || (places[$0] >= 0 && places[$0] < limit) }
  }
}

extension FileColumn {
  /// The type ids of a union's children.
  var members: [Int] { schema.format.dropFirst(4).split(separator: ",").compactMap { Int($0) } }
}
