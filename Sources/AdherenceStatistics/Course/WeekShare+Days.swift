extension WeekShare {
  init(_ week: DoseDays.Week) {
    self.init(
      number: week.number, due: Double(week.expected) + week.required,
      done: Double(week.taken) + week.credited)
  }
}
