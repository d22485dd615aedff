extension String {
  /// The text as a name within a sentence: one that is written from right to left stays whole, and what
  /// stands beside it keeps its order.
  ///
  /// Such a name is put between U+2068 and U+2069; marks in it that would change the order of what follows
  /// are left out. Any other text stays as it is.
  package var isolated: String {
    guard unicodeScalars.contains(where: { $0.isRightToLeft || $0.isDirectionMark }) else {
      return self
    }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDirectionMark { text.append(scalar) }
    return "\u{2068}\(String(text))\u{2069}"
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that is written from right to left.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }

  /// Whether it embeds, overrides or isolates what follows it.
  fileprivate var isDirectionMark: Bool {
    0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
  }
}
