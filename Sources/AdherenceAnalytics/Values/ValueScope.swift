public import Scheduling

/// The scope of recorded values: only values of the same scope can be summed.
///
/// Different units are different scopes even if they can be converted, as values are shown as recorded.
public struct ValueScope: Hashable, Sendable, Codable {
  /// The task's id.
  public let task: String
  /// The element's id; `nil` for the whole task, including values without an element.
  public let element: String?
  /// The kind of values, such as `systolic`; `nil` if unspecified.
  public let kind: String?
  /// Their unit; `nil` if unspecified.
  public let units: String?
  /// Whether they are numbers, Booleans, strings, dates or bytes.
  public let type: ValueType

  /// Creates a scope with kind and units in composed form, independently of the first value.
  init(task: String, element: String?, kind: String?, units: String?, type: ValueType) {
    (self.task, self.element, self.kind) = (task, element, kind?.composed)
    (self.units, self.type) = (units?.composed, type)
  }

  /// The name of the scope within its task, such as `systolic, mmHg`.
  package var name: String { [kind, units].compactMap(\.self).joined(separator: ", ") }
}

extension ValueScope: Comparable {
  /// Orders by task, the whole task before its elements, then by kind, unit and type.
  public static func < (a: ValueScope, b: ValueScope) -> Bool { a.sortKeys.precedes(b.sortKeys) }

  /// The sort keys; `nil` sorts first.
  private var sortKeys: [String?] { [task, element, kind, units, type.rawValue] }
}

extension [String?] {
  fileprivate func precedes(_ other: [String?]) -> Bool {
    for (a, b) in zip(self, other) where a != b {
      guard let a else { return true }
      return b.map { a < $0 } ?? false
    }
    return false
  }
}

extension ScheduleElement.Target.Value {
  /// The type of the value.
  var type: ValueType {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .text: .text
    case .date: .date
    case .data: .data
    }
  }
}
