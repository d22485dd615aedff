/// A measure of adherence from fills, over the observation window.
///
/// Supply is in days as dispensed. *First* and *last* are the first and the last fill in the window.
/// A fill on the window's last date counts to the window of CMA 1 to 9; to that of the ratios of
/// possession, and to the days covered, it does not.
///
/// - Steiner JF, Prochazka AV. J Clin Epidemiol 1997;50:105.
/// - Hess LM et al. Ann Pharmacother 2006;40:1280.
/// - Vollmer WM et al. BMC Health Serv Res 2012;12:155 (CMA 1 to 8).
public enum RefillMeasure: String, CaseIterable, Hashable, Sendable, Codable {
  /// The proportion of days covered: days with supply of any drug, of the days from the first fill to the period's
  /// end. The supply of an early refill of the same drug starts when the former ends.
  case pdc
  /// The medication possession ratio: supply by days of the window, of each fill up to the end of the data or of the
  /// patient's own observation. It may exceed 1.
  case mpr
  /// The medication possession ratio, 1 at most.
  case mprCapped = "mpr-capped"
  /// The modified medication possession ratio: supply by days from the first fill to the end of the last one's
  /// supply, both up to the end of the data or of the patient's own observation.
  case mprModified = "mprm"
  /// The compliance rate: supply without the last fill's, by days from the first fill to the last.
  case complianceRate = "cr"
  /// The mean of the continuous single-interval availabilities, each a fill's supply by the days to
  /// the next.
  case csa
  /// The continuous multiple-interval gap: days without supply from one fill to the next, none carried
  /// over, by days from the first fill to the last.
  case cmg
  /// The same with surpluses counted against gaps (CMOS): negative where supply exceeds the days.
  case cmos
  /// 1 − CMG.
  case oneMinusCMG = "1-cmg"
  /// Supply without the last fill's, by days from the first fill to the last; it may exceed 1.
  case cma1
  /// Supply by days from the first fill to the window's end; it may exceed 1.
  case cma2
  /// CMA 1, 1 at most.
  case cma3
  /// CMA 2, 1 at most.
  case cma4
  /// The share of the days from the first fill to the last that supply lasted, what was left carried
  /// over.
  case cma5
  /// The share of the days from the first fill to the window's end that supply lasted, what was left
  /// carried over.
  case cma6
  /// The share of the window's days that supply lasted, what was left carried over, from before the
  /// window too.
  case cma7
  /// CMA 7 of the window that starts when the supply from before it is used up.
  ///
  /// Where that falls within a day, the days left are rounded to a whole number, ties to even.
  case cma8
  /// The mean over the window's days of the share of its interval, from one fill to the next, that
  /// supply lasted.
  ///
  /// The interval of the last fill in the follow-up ends with the follow-up.
  case cma9
}

/// How the values of several drugs or classes become one.
public enum DrugSummary: String, CaseIterable, Hashable, Sendable, Codable {
  /// The least.
  case min
  /// Their mean.
  case mean
  /// The greatest.
  case max
}
