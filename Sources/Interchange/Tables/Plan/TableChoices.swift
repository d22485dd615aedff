/// The layouts of tables of events that an option names; ``EventLayout/slots(_:)`` has one of its own.
package enum TableLayout: String, CaseIterable, Sendable {
  case rows, counts, days

  /// The layout of that name.
  package var layout: EventLayout {
    switch self {
    case .rows: .rows
    case .counts: .counts
    case .days: .days
    }
  }
}

/// What a value of 0 says of a dose.
package enum ZeroMeaning: String, CaseIterable, Sendable {
  case missed, done
}

/// The marks in front of decimals.
package enum DecimalMark: String, CaseIterable, Sendable {
  case point, comma
}
