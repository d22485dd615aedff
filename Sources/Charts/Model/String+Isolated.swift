extension String {
  /// The text isolated from the direction of surrounding text, as a name within a sentence.
  ///
  /// Right-to-left text is enclosed in U+2068 and U+2069, and directional marks in it that would
  /// affect the following text are removed. Other text is unchanged.
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
  /// Whether it belongs to a right-to-left script.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }

  /// Whether it embeds, overrides or isolates directional text.
  fileprivate var isDirectionMark: Bool {
    0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
  }
}
