/// The data of an SVG path, in its shortest form.
///
/// Coordinates are rounded to tenths of a unit, and all but the first are relative.
struct PathData {
  /// The path data.
  private(set) var bytes: [UInt8] = []
  private var x = 0
  private var y = 0
  /// The position after the last move, to which closing returns.
  private var start = (x: 0, y: 0)
  private var hasNumber = false

  var isEmpty: Bool { bytes.isEmpty }

  /// Rounds a coordinate to tenths.
  static func tenths(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int((min(max(value, -1e6), 1e6) * 10).rounded())
  }

  /// Moves to a position.
  mutating func move(_ toX: Double, _ toY: Double) {
    let (newX, newY) = (Self.tenths(toX), Self.tenths(toY))
    command(UInt8(ascii: isEmpty ? "M" : "m"))
    number(newX - x)
    number(newY - y)
    (x, y) = (newX, newY)
    start = (newX, newY)
  }

  /// Draws a line from the current position.
  mutating func line(_ toX: Double, _ toY: Double) {
    let (newX, newY) = (Self.tenths(toX), Self.tenths(toY))
    if newY == y {
      horizontal(to: newX)
    } else if newX == x {
      vertical(to: newY)
    } else {
      command(UInt8(ascii: "l"))
      number(newX - x)
      number(newY - y)
      (x, y) = (newX, newY)
    }
  }

  /// Draws a circle: an arc that ends a tenth beside its start.
  ///
  /// Zero-length lines with round caps would be shorter, but PDF readers omit them.
  mutating func circle(_ atX: Double, _ atY: Double, radius: Double) {
    move(atX, atY - radius)
    command(UInt8(ascii: "a"))
    for length in [radius, radius] { number(Self.tenths(length)) }
    for flag in [0, 10, 0] { number(flag) }
    number(1)
    number(0)
    close()
  }

  /// Draws a closed polygon.
  mutating func polygon(_ corners: [(x: Double, y: Double)]) {
    for (place, corner) in corners.enumerated() {
      if place == 0 { move(corner.x, corner.y) } else { line(corner.x, corner.y) }
    }
    close()
  }

  /// Draws a rectangle; without height it is a hairline.
  mutating func rectangle(_ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double) {
    move(fromX, fromY)
    horizontal(to: Self.tenths(toX))
    vertical(to: Self.tenths(toY))
    horizontal(to: Self.tenths(fromX))
    close()
  }

  /// Closes the current shape.
  mutating func close() {
    command(UInt8(ascii: "z"))
    (x, y) = start
  }

  private mutating func horizontal(to newX: Int) {
    command(UInt8(ascii: "h"))
    number(newX - x)
    x = newX
  }

  private mutating func vertical(to newY: Int) {
    command(UInt8(ascii: "v"))
    number(newY - y)
    y = newY
  }

  private mutating func command(_ letter: UInt8) {
    bytes.append(letter)
    hasNumber = false
  }

  private mutating func number(_ tenths: Int) {
    if hasNumber, tenths >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(tenths: tenths)
    hasNumber = true
  }
}

extension [UInt8] {
  /// Appends a number of tenths as a decimal in its shortest form, such as `.5` or `-3`.
  mutating func append(tenths: Int) {
    if tenths < 0 { append(UInt8(ascii: "-")) }
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if whole > 9 {
      append(digits: whole)
    } else if whole > 0 || tenth == 0 {
      append(UInt8(ascii: "0") + UInt8(whole))
    }
    guard tenth > 0 else { return }
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") + UInt8(tenth))
  }

  private mutating func append(digits number: UInt) {
    if number > 9 { append(digits: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
