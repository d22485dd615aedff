import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A corner of a path, and whether a move precedes it.
struct PathCorner: Hashable {
  var x: Double
  var y: Double
  var isMove: Bool
}

/// Interprets a path written by `PathData`, as a browser would.
func corners(of path: String) -> [PathCorner] {
  var corners: [PathCorner] = []
  var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
  for (command, numbers) in commands(of: path) {
    switch command {
    case "M": (x, y) = (numbers[0], numbers[1])
    case "m", "l": (x, y) = (x + numbers[0], y + numbers[1])
    case "h": x += numbers[0]
    case "v": y += numbers[0]
    case "a": (x, y) = (x + numbers[5], y + numbers[6])
    default: (x, y) = (startX, startY)
    }
    let isMove = command == "M" || command == "m"
    if isMove { (startX, startY) = (x, y) }
    if command != "z" { corners.append(PathCorner(x: x, y: y, isMove: isMove)) }
  }
  return corners
}

private func commands(of path: String) -> [(Character, [Double])] {
  var commands: [(Character, [Double])] = []
  var number = ""
  func finish() {
    if let value = Double(number) { commands[commands.count - 1].1.append(value) }
    number = ""
  }
  for character in path {
    if character.isLetter {
      finish()
      commands.append((character, []))
    } else if character == " " {
      finish()
    } else {
      if character == "-" { finish() }
      number.append(character)
    }
  }
  finish()
  return commands
}

/// An element of a picture.
struct PictureElement {
  var name: String
  var attributes: [String: String]
  var text = ""
}

/// The elements of a picture, in order; `nil` if it is not well-formed.
func pictureElements(of svg: String) -> [PictureElement]? {
  let reader = PictureReader()
  let parser = XMLParser(data: Data(svg.utf8))
  parser.delegate = reader
  return parser.parse() ? reader.elements : nil
}

private final class PictureReader: NSObject, XMLParserDelegate {
  var elements: [PictureElement] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(PictureElement(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !elements.isEmpty { elements[elements.count - 1].text += text }
  }
}
