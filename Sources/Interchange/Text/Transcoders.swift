import Diagnostics
import Scheduling

/// A converter of text in blocks of any size to UTF-8.
protocol Transcoder {
  /// Appends the text of the next block.
  mutating func append(_ block: [UInt8], to text: inout [UInt8]) throws(InputError)
  /// Validates the end of the text.
  func finish() throws(InputError)
}

/// A converter of UTF-16; drops a leading U+FEFF.
struct UTF16Transcoder: Transcoder {
  private let isBigEndian: Bool
  /// The first byte of a code unit split between blocks.
  private var firstByte: UInt8?
  private var highSurrogate: UInt32?
  /// The byte offset of the next code unit.
  private var offset = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func append(_ block: [UInt8], to text: inout [UInt8]) throws(InputError) {
    var position = 0
    if let first = firstByte, let second = block.first {
      try append(first, second, to: &text)
      (firstByte, position) = (nil, 1)
    }
    while position + 1 < block.count {
      try append(block[position], block[position + 1], to: &text)
      position += 2
    }
    if position < block.count { firstByte = block[position] }
  }

  func finish() throws(InputError) {
    if highSurrogate != nil { throw invalid(at: offset - 2) }
    if firstByte != nil {
      throw InputError(
        .broken(.init("ends within a UTF-16 code unit at byte \(offset) (the file was cut off)")))
    }
  }

  private mutating func append(
    _ first: UInt8, _ second: UInt8, to text: inout [UInt8]
  ) throws(InputError) {
    let unit =
      isBigEndian ? UInt32(first) << 8 | UInt32(second) : UInt32(second) << 8 | UInt32(first)
    if unit < 0x80, highSurrogate == nil {
      text.append(UInt8(unit))
    } else if offset > 0 || unit != 0xFEFF {
      try append(unit, to: &text)
    }
    offset += 2
  }

  private mutating func append(_ unit: UInt32, to text: inout [UInt8]) throws(InputError) {
    if let high = highSurrogate {
      guard 0xDC00...0xDFFF ~= unit else { throw invalid(at: offset - 2) }
      highSurrogate = nil
      try append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &text)
    } else if 0xD800...0xDBFF ~= unit {
      highSurrogate = unit
    } else {
      try append(scalar: unit, to: &text)
    }
  }

  /// Appends a scalar; throws for an unpaired surrogate.
  private func append(scalar: UInt32, to text: inout [UInt8]) throws(InputError) {
    guard let scalar = Unicode.Scalar(scalar) else { throw invalid(at: offset) }
    text.append(contentsOf: scalar.utf8)
  }

  private func invalid(at offset: Int) -> InputError {
    InputError(
      .broken(.init("has a lone UTF-16 surrogate at byte \(offset) (save the file as UTF-8)")))
  }
}

/// A converter of Windows-1252, in which every byte is a character.
struct Windows1252Transcoder: Transcoder {
  func append(_ block: [UInt8], to text: inout [UInt8]) {
    var rest = block[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 >= 0x80 } ?? rest.endIndex
      text.append(contentsOf: rest[..<end])
      rest = rest[end...]
      if let byte = rest.popFirst() {
        text.append(contentsOf: Windows1252Transcoder.scalar(byte).utf8)
      }
    }
  }

  func finish() {}

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters of 0x80 to 0x9F.
  private static let upper: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]
}
