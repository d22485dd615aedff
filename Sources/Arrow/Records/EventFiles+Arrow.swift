public import Interchange
public import Scheduling

extension EventFiles {
  /// Reads a table of events with one plan for all patients or one a task.
  public init(
    _ events: ArrowStream, _ columns: EventColumns, _ plan: EventPlan
  ) throws(InputError) {
    throw InputError(.unsupported(part: "tables"))
  }
}
