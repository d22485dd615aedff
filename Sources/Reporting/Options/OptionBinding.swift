package import Arrow
package import Diagnostics
package import Formats
package import Interchange
package import Scheduling

/// An option, and the property that its value sets.
package struct OptionBinding<Target>: Sendable {
  package let specification: OptionSpecification
  private let apply: @Sendable (JSONNode, inout Target) throws(InputError) -> Void

  /// Creates an option that passes its value to a closure.
  init<Value>(
    _ name: String, _ parser: OptionParser<Value>, initial: String? = nil,
    _ set: @escaping @Sendable (inout Target, Value) throws(InputError) -> Void
  ) {
    specification = OptionSpecification(name: name, type: parser.type, initial: initial)
    apply = { node, target throws(InputError) in try set(&target, try parser.parse(node)) }
  }

  /// Creates an option that sets a property.
  init<Value>(
    _ name: String, _ parser: OptionParser<Value>,
    _ path: any WritableKeyPath<Target, Value> & Sendable, initial: String? = nil
  ) {
    self.init(name, parser, initial: initial) { $0[keyPath: path] = $1 }
  }

  /// Creates an option that sets an optional property.
  init<Value>(
    _ name: String, _ parser: OptionParser<Value>,
    _ path: any WritableKeyPath<Target, Value?> & Sendable
  ) {
    self.init(name, parser) { $0[keyPath: path] = $1 }
  }

  private init(
    _ specification: OptionSpecification,
    apply: @escaping @Sendable (JSONNode, inout Target) throws(InputError) -> Void
  ) {
    (self.specification, self.apply) = (specification, apply)
  }

  /// Returns the option with a meaning, and the behavior without it.
  func means(_ meaning: String, otherwise: String? = nil) -> OptionBinding {
    var specification = specification
    (specification.meaning, specification.otherwise) = (meaning, otherwise)
    return OptionBinding(specification, apply: apply)
  }

  /// Returns the same option for a containing value.
  func of<Whole>(
    _ path: any WritableKeyPath<Whole, Target> & Sendable
  ) -> OptionBinding<Whole> {
    OptionBinding<Whole>(specification) { node, whole throws(InputError) in
      try apply(node, &whole[keyPath: path])
    }
  }

  private func set(_ target: inout Target, _ node: JSONNode) throws(InputError) {
    do throws(InputError) {
      try apply(node, &target)
    } catch {
      throw InputError(error.problem, parameter: specification.member)
    }
  }
}

/// The parameters of a question, which options set.
package protocol OptionTarget: Sendable {
  /// The options that set them.
  static var options: [OptionBinding<Self>] { get }

  /// Creates the defaults.
  init()

  /// Throws if the options contradict each other.
  ///
  /// - Throws: `InputError` that names the invalid option.
  func check() throws(InputError)
}

extension OptionTarget {
  package func check() throws(InputError) {}
}

extension OptionBinding {
  /// Parses an options object, in which a null value is an unset option.
  ///
  /// - Throws: `InputError` that names the option if it is unknown or its value is invalid.
  package static func parse(
    _ object: JSONNode?, _ options: [OptionBinding], into target: inout Target
  ) throws(InputError) {
    guard let object else { return }
    for (name, value) in object.members {
      guard let option = options.first(where: { $0.specification.member == name }) else {
        let known = options.map(\.specification.member)
        throw InputError(.unknown(allowed: known), parameter: name)
      }
      if value.kind != .null { try option.set(&target, value) }
    }
  }
}

/// The options of an expansion.
package struct ExpansionParameters: OptionTarget {
  package var defaults = ScheduleTable.Defaults()
  package var overlap = false
  package var limit: Int?

  /// Creates the defaults.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }
}

extension OptionBinding<ExpansionParameters> {
  /// The options of expansions.
  package static let all: [OptionBinding] = [
    OptionBinding("schedule", .plan, \.defaults.schedule)
      .means("The schedule of rows without one."),
    OptionBinding("plan-start", .date, \.defaults.planStart)
      .means(
        "The start date of a plan without one.",
        otherwise: "for words and rules the start of the range"),
    OptionBinding("zone", .zone, \.defaults.zone)
      .means("The time zone of floating times.", otherwise: "UTC, or that of a calendar"),
    OptionBinding("start", .localOrInstant, \.defaults.from)
      .means("The start of the range, local or with Z."),
    OptionBinding("end", .localOrInstant, \.defaults.to)
      .means("The end of the range (exclusive)."),
    OptionBinding("overlap", .flag, \.overlap)
      .means("Include occurrences in progress at the start of the range."),
    OptionBinding("limit", .whole(0..., "be 0 or more"), \.limit)
      .means("The maximum number of occurrences to list."),
  ]
}
