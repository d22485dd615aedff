import Formats
import Interchange
import Scheduling

/// Resources as concatenated JSON.
package struct ResourceLines: Sendable {
  /// A resource and the range of its JSON.
  package struct Line: Sendable {
    /// The resource type.
    package let type: WrittenType
    let id: ResourceID
    let range: Range<Int>
  }

  /// The resources in order of writing.
  package private(set) var lines: [Line] = []
  private var json = JSONBytes()

  /// Creates an empty list.
  package init() {}

  /// The number of bytes of all resources.
  package var size: Int { json.bytes.count }

  /// Returns the JSON of a resource.
  package func json(of line: Line) -> ArraySlice<UInt8> { json.bytes[line.range] }

  /// Removes all resources, keeping the capacity.
  package mutating func removeAll() {
    json.removeAll()
    lines.removeAll(keepingCapacity: true)
  }

  /// Writes a resource: its type and id, then the content written by a closure.
  mutating func append(_ name: ResourceName, _ write: (inout JSONBytes) -> Void) {
    let start = json.bytes.count
    json.begin()
    json.object { json in
      json.property("resourceType", name.type.rawValue)
      json.property("id", name.id.text)
      write(&json)
    }
    lines.append(Line(type: name.type, id: name.id, range: start..<json.bytes.count))
  }

  /// Appends the resources of a type as NDJSON.
  package func append(_ type: WrittenType, to bytes: inout [UInt8]) {
    for line in lines where line.type == type {
      bytes += json(of: line)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends the resources as entries of a transaction, comma-separated.
  package func appendEntries(isFirst: Bool, to bytes: inout [UInt8]) {
    for (index, line) in lines.enumerated() {
      bytes += (isFirst && index == 0 ? "\n" : ",\n").utf8
      bytes += #"{"resource":"#.utf8
      bytes += json(of: line)
      bytes += #","request":{"method":"PUT","url":""#.utf8
      bytes += "\(line.type.rawValue)/\(line.id.text)\"}}".utf8
    }
  }
}
