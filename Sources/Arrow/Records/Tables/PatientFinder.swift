import Interchange
import Scheduling

/// A lookup of the patients of a column's rows, as indices into the list of patients.
///
/// Safe: there is room for a place each row; texts lie in the batch, and an index is compared with
/// the count of entries.
struct PatientFinder {
  private let places: PatientIndex
  private var dictionaries = DictionaryCache()
  private var numbers: [Int64: Int32] = [:]

  /// The index of an unknown or missing patient.
  static let unknownPatient: Int32 = -1

  init(_ places: PatientIndex) { self.places = places }

  /// Finds the patients of a range of rows of a batch.
  mutating func find(
    _ rows: Range<Int>, in column: ArrowColumn, _ found: UnsafeMutablePointer<Int32>
  ) {
    if let values = column.dictionary {
      findIndices(rows, column, values, found)
    } else if let texts = column.texts {
      findTexts(rows, column.validity, texts, found)
    } else if let integers = column.integers {
      findNumbers(rows, column.validity, integers, found)
    } else {
      for place in 0..<rows.count { found[place] = PatientFinder.unknownPatient }
    }
  }

  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    bytes.isEmpty ? PatientFinder.unknownPatient : places.place(of: bytes).map { Int32($0) } ?? -1
  }

  private mutating func findIndices(
    _ rows: Range<Int>, _ column: ArrowColumn, _ values: ArrowColumn,
    _ found: UnsafeMutablePointer<Int32>
  ) {
    guard let indices = column.integers else { return }
    let (validity, places) = (column.validity, places)
    func place(of entry: Int) -> Int32 {
      guard let text = try? values.text(entry), !text.isEmpty else {
        return PatientFinder.unknownPatient
      }
      return places.place(of: text).map { Int32($0) } ?? PatientFinder.unknownPatient
    }
    dictionaries.withNumbers(of: values) { numbers in
      for (number, row) in rows.enumerated() {
        let index = indices[row]
        guard validity[row], index >= 0, index < numbers.count else {
          found[number] = PatientFinder.unknownPatient
          continue
        }
        if numbers[Int(index)] == DictionaryCache.unknown {
          numbers[Int(index)] = place(of: Int(index))
        }
        found[number] = numbers[Int(index)]
      }
    }
  }

  /// Finds patients by texts; consecutive rows usually have the same patient.
  private func findTexts(
    _ rows: Range<Int>, _ validity: Validity, _ texts: TextValues,
    _ found: UnsafeMutablePointer<Int32>
  ) {
    var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var lastPlace = PatientFinder.unknownPatient
    for (place, row) in rows.enumerated() {
      guard validity[row] else {
        found[place] = PatientFinder.unknownPatient
        continue
      }
      let text = texts[row]
      if !text.isSame(as: last) {
        lastPlace = self.place(of: text)
        last = text
      }
      found[place] = lastPlace
    }
  }

  private mutating func findNumbers(
    _ rows: Range<Int>, _ validity: Validity, _ integers: IntegerValues,
    _ found: UnsafeMutablePointer<Int32>
  ) {
    var last: (number: Int64, place: Int32)?
    for (place, row) in rows.enumerated() {
      guard validity[row] else {
        found[place] = PatientFinder.unknownPatient
        continue
      }
      let number = integers[row]
      if last?.number != number { last = (number, self.place(of: number)) }
      found[place] = last?.place ?? PatientFinder.unknownPatient
    }
  }

  private mutating func place(of number: Int64) -> Int32 {
    if let known = numbers[number] { return known }
    let place = places.place(of: "\(number)").map { Int32($0) } ?? PatientFinder.unknownPatient
    numbers[number] = place
    return place
  }
}

// Safe: both have as many bytes, with the last of which the last word ends.
extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two texts have the same bytes.
  ///
  /// Texts are short and usually equal, so words are compared inline instead of calling `memcmp`.
  @inline(__always)
  func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let own = baseAddress, let other = other.baseAddress else {
      return count == other.count
    }
    let (a, b) = (UnsafeRawPointer(own), UnsafeRawPointer(other))
    if count >= 8 {
      var place = 0
      while place &+ 8 <= count {
        guard UnsafeBufferPointer.word(a, place) == UnsafeBufferPointer.word(b, place) else {
          return false
        }
        place = place &+ 8
      }
      // The last eight bytes, which may overlap the previous word.
      let rest = count &- 8
      return UnsafeBufferPointer.word(a, rest) == UnsafeBufferPointer.word(b, rest)
    }
    for place in 0..<count where own[place] != other[place] { return false }
    return true
  }

  @inline(__always)
  private static func word(_ start: UnsafeRawPointer, _ place: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }
}
