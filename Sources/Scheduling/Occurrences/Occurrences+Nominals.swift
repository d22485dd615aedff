// Bulk conversion to nominal times, for modules that process records one at a time.

extension Occurrences {
  /// Appends the nominal times of rows, in local seconds; the rows are in order of start.
  ///
  /// Safe: starts lie within `OffsetTable.bounds`, which leave room for every offset.
  package func appendNominals(of rows: ArraySlice<Occurrence>, to nominals: inout [Int64]) {
    guard let first = rows.first else { return }
    let isPlain = overrides.isEmpty && elements.allSatisfy { $0.zone.table === zone.table }
    guard isPlain else { return nominals += rows.map { nominal(of: $0).localSeconds } }
    var pieces = PieceCursor(zone.table, at: first.start.seconds)
    nominals.append(addingCapacity: rows.count) { nominals in
      for row in rows {
        let start = row.start.seconds
        if let offset = pieces.offset(at: start) {
          nominals.append(start &+ offset)
        } else {
          nominals.append(elements[row.element].nominal(of: row).localSeconds)
        }
      }
    }
  }
}

extension Occurrence {
  /// A sentinel for a key without an occurrence; it sorts before every occurrence.
  package static var absent: Occurrence { Occurrence(start: Instant(seconds: .min), packed: 0) }

  /// Whether this is the sentinel ``absent``.
  package var isAbsent: Bool { start.seconds == .min }
}

extension Occurrences {
  /// Appends the starts of the occurrences in a range, in seconds since 1970-01-01T00:00:00Z and in order, to
  /// an array that the caller reuses.
  @discardableResult
  public func append(
    startsIn range: Range<Instant>, to starts: inout [Int64], limit: Int = .max
  ) -> Bool {
    if !overrides.isEmpty || schedule.isDistinct {
      var rows: [Occurrence] = []
      let hasMore = append(startingIn: range, to: &rows, limit: limit)
      starts += rows.lazy.map(\.seconds)
      return hasMore
    }
    let first = starts.count
    let most = max(0, limit)
    append(Occurrences.seconds(range), to: &starts, limit: most == .max ? most : most + 1)
    let surplus = starts.count - first - most
    starts.removeLast(max(0, surplus))
    return surplus > 0
  }
}

/// One planned instance of a schedule element, in sixteen bytes without references.
///
/// It refers to its element by index, so `schedule.elements[occurrence.element]` has the rest;
/// ``Occurrences`` derives its end, nominal time and key.
///
///     let schedule = try Schedule(words: "daily at 08:00", from: CivilDate("2025-01-06")!)
///     let occurrences = try Occurrences(of: schedule, in: .utc)
///     let next = occurrences.next(after: Instant("2025-02-01T12:00:00Z")!)!
///     print(next.start, next.ordinal, schedule.elements[next.element].id)
///     // 2025-02-02T08:00:00Z 27 1
public struct Occurrence: Hashable, Sendable {
  /// The start, with the time zone and policies applied.
  public let start: Instant
  /// The index of the element in the upper twenty bits and the ordinal in the lower forty-four.
  let packed: UInt64

  /// The index of the element in the schedule.
  public var element: Int { Int(packed >> Occurrence.ordinalBits) }

  /// The position in the nominal sequence of the element, from 0.
  ///
  /// It is independent of zones, exclusions and queries.
  public var ordinal: Int { Int(packed & Occurrence.ordinalMask) }

  /// Whether an override added the occurrence; the ordinal then has no meaning in the sequence.
  public var isAddition: Bool { packed & Occurrence.ordinalMask >= OverrideTable.firstAddition }

  /// Creates an occurrence.
  ///
  /// - Precondition: `element` is less than 2²⁰ and `ordinal` less than 2⁴⁴, neither negative.
  public init(start: Instant, element: Int, ordinal: Int) {
    precondition(
      0..<(1 << 20) ~= element && 0..<(1 << 44) ~= ordinal,
      "element \(element) and ordinal \(ordinal) do not fit an occurrence")
    self.init(start: start, packed: UInt64(element) << Occurrence.ordinalBits | UInt64(ordinal))
  }

  init(start: Instant, packed: UInt64) {
    self.start = start
    self.packed = packed
  }

  static let ordinalBits: UInt64 = 44
  static let ordinalMask: UInt64 = (1 << 44) - 1
}

extension Occurrence: Comparable {
  /// Orders by start, then element, then ordinal.
  public static func < (a: Occurrence, b: Occurrence) -> Bool {
    a.start != b.start ? a.start < b.start : a.packed < b.packed
  }
}
