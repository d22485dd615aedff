import Interchange

/// Resources as JSON, one behind the other.
package struct ResourceLines: Sendable {
  /// A resource and where its JSON stands.
  package struct Line: Sendable {
    /// Its type.
    package let type: WrittenType
    let id: ResourceID
    let place: Range<Int>
  }

  /// The resources in the order in which they were written.
  package private(set) var lines: [Line] = []
  private var json = JSONBytes()

  /// Begins an empty list.
  package init() {}

  /// The bytes of all resources.
  package var size: Int { json.bytes.count }

  /// The JSON of a resource.
  package func json(of line: Line) -> ArraySlice<UInt8> { json.bytes[line.place] }

  /// Begins again in the same memory.
  package mutating func removeAll() {
    json.removeAll()
    lines.removeAll(keepingCapacity: true)
  }

  /// Writes a resource: its type and id, then what a function adds.
  mutating func append(_ name: ResourceName, _ write: (inout JSONBytes) -> Void) {
    let start = json.bytes.count
    json.begin()
    json.object { json in
      json.property("resourceType", name.type.rawValue)
      json.property("id", name.id.text)
      write(&json)
    }
    lines.append(Line(type: name.type, id: name.id, place: start..<json.bytes.count))
  }

  /// Appends the resources of a type as lines of NDJSON.
  package func append(_ type: WrittenType, to bytes: inout [UInt8]) {
    for line in lines where line.type == type {
      bytes += json(of: line)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the resources as entries of a transaction, each behind a comma but the first of all.
  package func appendEntries(isFirst: Bool, to bytes: inout [UInt8]) {
    for (place, line) in lines.enumerated() {
      bytes += (isFirst && place == 0 ? "\n" : ",\n").utf8
      bytes += #"{"resource":"#.utf8
      bytes += json(of: line)
      bytes += #","request":{"method":"PUT","url":""#.utf8
      bytes += "\(line.type.rawValue)/\(line.id.text)\"}}".utf8
    }
  }
}
