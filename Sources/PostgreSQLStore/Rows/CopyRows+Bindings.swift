import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

extension CopyRows: RowBindings {
  mutating func bind(_ value: Int64?) { put(int8: value) }

  /// Row keys are 32 bits wide, like their counters.
  mutating func bind(reference: Int64?) {
    put(int4: reference.map { Int32(clamping: $0) })
  }

  mutating func bind(_ value: Bool?) { put(boolean: value) }

  mutating func bind(_ value: Double?) { put(number: value) }

  mutating func bind(_ text: String?) { put(text: text) }

  mutating func bind(_ bytes: [UInt8]?) { put(bytes: bytes) }

  mutating func bind(_ date: CivilDate?) {
    put(day: date.map { Int32(clamping: $0.dayNumber) })
  }

  mutating func bind(_ instant: Instant?) throws(InputError) {
    if let instant, !instant.isReadable { throw .outOfRange(instant) }
    put(timestamp: instant?.seconds)
  }

  mutating func bind(_ moment: LocalOrInstant?) throws(InputError) {
    if case .instant(let instant)? = moment, moment?.exactText == nil {
      guard instant.isReadable else { throw .outOfRange(instant) }
      put(text: "@\(instant.seconds)")
    } else {
      put(text: moment?.exactText)
    }
  }

  mutating func bind(texts: [String]) { put(texts: texts.isEmpty ? nil : texts) }

  mutating func bind(json: String?) { put(json: json) }
}
