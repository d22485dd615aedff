extension Zone {
  /// The regions in the names of zones.
  package static let regions = [
    "America", "Europe", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
    "Antarctica", "Arctic", "US", "Canada", "Brazil", "Chile", "Mexico",
  ]

  /// Returns the zone whose name has a location as its last part, as in summaries.
  package static func ofTown(_ town: String) -> Zone? {
    let words = town.split(separator: " ")
    let joined = words.joined(separator: "_")
    let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: "_")
    for name in [joined, capitalized] {
      for region in Zone.regions {
        if let zone = Zone("\(region)/\(name)") { return zone }
      }
    }
    return nil
  }
}
