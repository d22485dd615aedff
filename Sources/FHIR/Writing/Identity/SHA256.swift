/// The digest of FIPS 180-4, in which nobody has found two texts that share one.
enum SHA256 {
  /// The digest in 64 hexadecimal digits.
  static func digest(of text: some Sequence<UInt8>) -> String {
    var message = Array(text)
    let length = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    message += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    var state = initial
    for start in stride(from: 0, to: message.count, by: 64) {
      add(message[start..<start + 64], to: &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Takes in a block of 64 bytes.
  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let words = schedule(of: block)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[round] &+ words[round]
      let other = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let second = other &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= value }
  }

  /// The words of all rounds.
  private static func schedule(of block: ArraySlice<UInt8>) -> [UInt32] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for place in 16..<64 {
      let (early, late) = (words[place - 15], words[place - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    return words
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let primes = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The first 32 bits behind the point of the square roots of the first eight primes.
  private static let initial = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }

  /// The same of the cube roots of the first 64 primes.
  private static let constants = primes.map { prime in cubeFraction(of: UInt64(prime)) }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// The same of a cube root, found bit by bit so that no library's rounding plays a part.
  private static func cubeFraction(of prime: UInt64) -> UInt32 {
    // Of the root times 2³² the last 32 bits; its cube is below 2¹⁰⁵.
    var root: UInt64 = 0
    for bit in (0..<36).reversed() {
      let tried = root | 1 << UInt64(bit)
      if isCube(tried, atMost: prime) { root = tried }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  /// Whether the cube of a root is at most a prime times 2⁹⁶.
  private static func isCube(_ root: UInt64, atMost prime: UInt64) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    let low = square.low.multipliedFullWidth(by: root)
    let high = square.high &* root &+ low.high
    let bound = prime << 32
    return high < bound || (high == bound && low.low == 0)
  }
}
