extension Schedule: Decodable {
  /// Reads a schedule from its JSON form; see the article on formats.
  ///
  /// - Throws: ``InputError`` with the path of the property that is wrong.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(
      of: decoder, known: ["elements", "exclusions", "overrides", "distinct"])
    try properties.refuse(["overrides", "distinct"])
    let elements: [ScheduleElement] = try properties.require(
      try properties.decode("elements", .list), "elements")
    self.init(elements, excluding: try properties.decode("exclusions", .list) ?? [])
    do throws(InputError) {
      try validate()
    } catch {
      throw InputError(error.problem, field: error.field.map(properties.path))
    }
  }
}

extension Schedule.Exclusion: Decodable {
  /// Reads `{"date": …}`, `{"at": …}` or `{"from": …, "to": …}`, each with an optional `element`.
  public init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: ["date", "at", "from", "to", "element"])
    let element = try properties.text("element")
    let present = ["date", "at", "from"].filter(properties.has)
    if present.count > 1 {
      throw InputError(.conflict(with: present[1]), field: properties.path(to: present[0]))
    }
    if let other = present.first, other != "from", properties.has("to") {
      throw InputError(.conflict(with: other), field: properties.path(to: "to"))
    }
    if let date: CivilDate = try properties.value("date", .date) {
      self.init(date, element: element)
    } else if let time: CivilDateTime = try properties.value("at", .dateTime) {
      self.init(at: time, element: element)
    } else {
      let from: CivilDateTime = try properties.require(
        try properties.value("from", .dateTime), "from")
      self.init(from: from, to: try properties.value("to", .dateTime), element: element)
    }
  }
}

extension Properties {
  /// Refuses properties of the format that this version does not evaluate.
  func refuse(_ names: [String]) throws(InputError) {
    for name in names where has(name) {
      throw InputError(.unsupported(part: "'\(name)'"), field: path(to: name))
    }
  }
}
