import Scheduling

/// The counts of quotas, which can be merged.
public struct QuotaCounts: Hashable, Sendable {
  /// The periods in the denominator.
  public var periods = 0
  /// Of those, the ones in which as much was done as was due.
  public var met = 0
  /// The periods that are on hold throughout.
  public var onHold = 0
  /// The other periods not in the denominator, because they are not over.
  public var pending = 0
  /// The uses done in the periods in the denominator.
  public var done = 0
  /// What was expected in them; shares of a quota are fractions.
  public var required = 0.0
  /// The credited uses of those required; no period is credited beyond its quota.
  public var credited = 0.0
  /// The uses due that were skipped or refused and not made up for.
  public var declined = 0.0
  /// The uses due that are still missing in periods that have not ended.
  ///
  /// Under ``Denominator/elapsed`` there is none: such periods are ``pending``.
  public var outstanding = 0.0

  package init() {}

  /// The uses due that are missing in periods that have ended.
  package var missed: Double { max(0, required - credited - declined - outstanding) }

  /// The step of one period in a streak: neutral if it is on hold, or more may still be done.
  var streakStep: StreakStep {
    periods == 0 || outstanding > 0 ? .neutral : met > 0 ? .success : .miss
  }

  /// The uses beyond the quotas.
  package var extra: Double { Double(done) - credited }

  /// Counts one period; a period that was refused entirely is not counted if that is excused.
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
