import Scheduling

/// How well quotas were kept, as sums that add up in any grouping.
public struct QuotaCounts: Hashable, Sendable {
  /// The periods in the denominator.
  public var periods = 0
  /// Of those, the ones in which as much was done as was expected.
  public var met = 0
  /// The periods in which the plan rested throughout.
  public var onHold = 0
  /// The other periods that the denominator leaves out: they are not over yet.
  public var pending = 0
  /// What was done in the periods in the denominator.
  public var done = 0
  /// What was expected in them; shares of a quota are fractions.
  public var required = 0.0
  /// Of what was expected, what was done; no period is credited beyond its quota.
  public var credited = 0.0
  /// The expected uses that were skipped or refused and not replaced by others.
  public var declined = 0.0
  /// The expected uses that are still missing in periods that have not ended.
  ///
  /// Under ``Denominator/elapsed`` there is none: such periods are ``pending``.
  public var outstanding = 0.0

  /// Creates the counts of nothing.
  package init() {}

  /// The expected uses that are missing in periods that have ended.
  package var missed: Double { max(0, required - credited - declined - outstanding) }

  /// What one period means for a streak: neutral where it rests, or more may still be done.
  var streakStep: StreakStep {
    periods == 0 || outstanding > 0 ? .neutral : met > 0 ? .success : .miss
  }

  /// What was done beyond the quotas.
  package var extra: Double { Double(done) - credited }

  /// Counts one period; one of which all was refused is in no count where that is excused.
  mutating func add(_ period: QuotaPeriod, _ denominator: Denominator, asOf: Instant) {
    if period.isExcused { return }
    if period.isOnHold {
      onHold += 1
    } else if !denominator.includes(period.window, asOf: asOf) {
      pending += 1
    } else {
      periods += 1
      met += period.isMet ? 1 : 0
      done += period.done
      required += period.required
      credited += period.credited
      declined += period.declined
      if period.window.expiry > asOf {
        outstanding += period.required - period.credited - period.declined
      }
    }
  }

  // Safe: counts that are read are below 2⁴⁰ (`isCount`), of which a million add up.
  @inline(__always)
  mutating func merge(_ other: QuotaCounts) {
    periods &+= other.periods
    met &+= other.met
    onHold &+= other.onHold
    pending &+= other.pending
    done &+= other.done
    required += other.required
    credited += other.credited
    declined += other.declined
    outstanding += other.outstanding
  }
}
