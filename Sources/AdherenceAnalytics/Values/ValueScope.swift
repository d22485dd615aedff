public import Scheduling

/// What recorded values are of: those of one scope may be summed up, and no others.
///
/// Two units are two scopes even where one could be converted to the other, as what was recorded is shown as it
/// was.
public struct ValueScope: Hashable, Sendable, Codable {
  /// The task's id.
  public let task: String
  /// The element's id; `nil` for all of the task, be it of an element or of none.
  public let element: String?
  /// What the values measure, such as `systolic`; `nil` where they do not say.
  public let kind: String?
  /// Their unit; `nil` where they name none.
  public let units: String?
  /// Whether they are numbers, truth values, texts, dates or bytes.
  public let type: ValueType

  /// Names values; kinds and units in composed form, whichever form the first value has.
  init(task: String, element: String?, kind: String?, units: String?, type: ValueType) {
    (self.task, self.element, self.kind) = (task, element, kind?.composed)
    (self.units, self.type) = (units?.composed, type)
  }

  /// What the scope is called within its task, as `systolic, mmHg`.
  package var name: String { [kind, units].compactMap(\.self).joined(separator: ", ") }
}

extension ValueScope: Comparable {
  /// Orders by task, the whole task before its elements, then by kind, unit and type.
  public static func < (a: ValueScope, b: ValueScope) -> Bool { a.places.precedes(b.places) }

  /// What is compared, in order; what is not said comes first.
  private var places: [String?] { [task, element, kind, units, type.rawValue] }
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
  /// What sort of value it is.
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
