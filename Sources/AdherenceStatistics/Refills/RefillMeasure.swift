/// A measure of adherence from fills, over the observation window.
///
/// Supply is in days as dispensed. *First* and *last* are the first and the last fill in the
/// window. A fill on the window's last date belongs to the window for CMA 1 to 9, but not for the
/// possession ratios and the days covered.
///
/// - Steiner JF, Prochazka AV. J Clin Epidemiol 1997;50:105.
/// - Hess LM et al. Ann Pharmacother 2006;40:1280.
/// - Vollmer WM et al. BMC Health Serv Res 2012;12:155 (CMA 1 to 8).
public enum RefillMeasure: String, CaseIterable, Hashable, Sendable, Codable {
  /// The proportion of days covered: days with supply of any drug, over the days from the first
  /// fill to the end of the period. The supply of an early refill of the same drug starts when the
  /// previous one ends.
  case pdc
  /// The medication possession ratio: supply over the days of the window, each fill limited to the
  /// end of the data or of the patient's observation. It may exceed 1.
  case mpr
  /// The medication possession ratio, at most 1.
  case mprCapped = "mpr-capped"
  /// The modified medication possession ratio: supply over the days from the first fill to the end
  /// of the last one's supply, both limited to the end of the data or of the patient's observation.
  case mprModified = "mprm"
  /// The compliance rate: supply without that of the last fill, over the days from the first fill
  /// to the last.
  case complianceRate = "cr"
  /// The mean of the continuous single-interval availabilities: each fill's supply over the days to
  /// the next fill.
  case csa
  /// The continuous multiple-interval gap: days without supply between fills, without carry-over,
  /// over the days from the first fill to the last.
  case cmg
  /// CMG with surplus counted against gaps (CMOS): negative if supply exceeds the days.
  case cmos
  /// 1 − CMG.
  case oneMinusCMG = "1-cmg"
  /// Supply without that of the last fill, over the days from the first fill to the last; it may
  /// exceed 1.
  case cma1
  /// Supply over the days from the first fill to the end of the window; it may exceed 1.
  case cma2
  /// CMA 1, at most 1.
  case cma3
  /// CMA 2, at most 1.
  case cma4
  /// The share of days with supply from the first fill to the last, with carry-over.
  case cma5
  /// The share of days with supply from the first fill to the end of the window, with carry-over.
  case cma6
  /// The share of the window's days with supply, with carry-over also from before the window.
  case cma7
  /// CMA 7 of the window that starts when the supply from before it is used up.
  ///
  /// If that is within a day, the remaining days are rounded to an integer, ties to even.
  case cma8
  /// The mean over the window's days of the supplied share of their interval between fills.
  ///
  /// The interval of the last fill in the follow-up ends with the follow-up.
  case cma9
}

/// The summary function for values of several drugs or classes.
public enum DrugSummary: String, CaseIterable, Hashable, Sendable, Codable {
  /// The minimum.
  case min
  /// The mean.
  case mean
  /// The maximum.
  case max
}
