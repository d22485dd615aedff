/// The layouts of tables of events that an option names; ``EventLayout/slots(_:)`` has an option of
/// its own.
package enum TableLayout: String, CaseIterable, Sendable {
  case rows, counts, days

  /// The corresponding layout.
  package var layout: EventLayout {
    switch self {
    case .rows: .rows
    case .counts: .counts
    case .days: .days
    }
  }
}

/// The meaning of a value of 0.
package enum ZeroMeaning: String, CaseIterable, Sendable {
  case missed, done
}

/// The decimal marks.
package enum DecimalMark: String, CaseIterable, Sendable {
  case point, comma
}
