import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The columns of every table: their names, and their values in every format.
@Suite struct TableColumnTests {
  private static let counts =
    "due,done,partial,missed,declined,excused,onHold,cancelled,pending,outstanding,unscheduled,"
    + "eventsTooSoon,early,inWindow,late,doneAfterExpiry,untimed,progress"
  private static let flexible = "quotaDue,quotaDone,uses,asNeededAmount,breaches"
  private static let amounts = "valueSum,creditedSum,targetSum,units"
  private static let period = "period,periodStart,periodEnd"
  private static let quantiles = "min,q05,q10,q25,median,q75,q90,q95,max"
  private static let patient =
    "patient,group,level,task,treatmentStart,\(counts),ratio,ratioMissing,\(flexible),"
    + "currentStreak,longestStreak,observedFrom,observedTo,endCause"

  private static let names: [ReportTable: String] = [
    .adherence: "patient,group,level,task,\(period),\(counts),ratio,ratioMissing,\(flexible),"
      + "taskGroup,carePlan,\(amounts)",
    .cohort: "level,group,task,\(period),patients,patientsWithoutRatio,due,done,pooledRatio,"
      + "meanRatio,\(quantiles),adherentPatients,adherentShare,threshold,taskGroup,carePlan",
    .phases: "level,group,task,\(period),patients,initiated,initiatedShare,followed,persistent,"
      + "persistentShare,implementers,implementation,implementationLow,implementationHigh,product",
    .patients: "\(patient),longestStreakStart,longestStreakEnd,currentMissed,longestMissed,"
      + "currentPerfectDays,longestPerfectDays,evaluableDays,correctDosingDays,"
      + "correctDosingDaysByDate,perfectDays,daysWithAtLeastDue,overuseDays,underuseDays,zeroDays,"
      + "pooledOverTasks,meanOfTaskRatios,dailyMean,days,completeDays,\(amounts),"
      + MeasureColumn.all.map(\.name).joined(separator: ",") + ",measuresMissing",
    .flags: "patient,group,task,title,flag,since,lastEvent,planEnd,evidence,status",
    .rolling: "patient,group,level,task,rolling,\(period),due,done,progress,ratio,ratioMissing,"
      + "taskGroup,carePlan,quotaDue,quotaDone",
    .breakdown: "patient,group,level,task,breakdown,name,\(counts),ratio",
    .values: "patient,group,level,task,element,kind,units,\(period),type,value,n,missed,declined,"
      + "onHold,pending,unrecorded,valuesMissing,mean,sd,min,q25,median,q75,max,first,last,sum,"
      + "held,inRange,days,timeInRange",
    .cohortValues: "level,group,task,element,kind,units,\(period),patients,n,mean,\(quantiles)",
    .sensitivity: "level,group,task,threshold,gapDays,graceDays,restart,holidayDays,"
      + "nearPlannedMinutes,intervalTolerance,patients,initiated,followed,discontinued,"
      + "persistenceMedian,meanImplementation,patientsWithHoliday,meanNearPlannedOfDone,"
      + "meanInterdoseNear,adherentPatients,adherentShare,pooledRatio",
    .events: "patient,group,task,key,element,nominal,day,start,local,end,open,close,expiry,state,"
      + "timing,progress,value,target,uncredited,time,events,due,hold,disposition,title,"
      + "instructions,text,units,values",
    .due: "patient,group,task,title,state,key,element,nominal,start,local,open,close,expiry,"
      + "progress,value,target,quotaDue,done,left,lastUse,allowedFrom",
    .occurrences: "start,end,element,ordinal,nominal,index,text,units,targets",
    .measures:
      "patient,level,class,drug,measure,part,start,end,days,gap,value,valueMissing,covered,counted,"
      + "eligible,observedFrom,observedTo,endCause",
  ]

  @Test("the patients table of a report that names no measures has at most 60 columns")
  func usualPatientColumns() {
    let columns = ReportTable.patients.columns(of: MeasureGroup.usual).map(\.name)
    #expect(columns.count <= 60)
    for name in ["ratio", "inWindow", "implementation", "persistenceDays", "takingAdherence"] {
      #expect(columns.contains(name))
    }
  }

  @Test(
    "each group of measures adds its columns to the patients table, and no other group has them")
  func groupsOfMeasures() {
    let own = Set(ReportTable.patients.columns(of: []).map(\.name))
    var found = own
    for group in MeasureGroup.allCases {
      let added = Set(ReportTable.patients.columns(of: [group]).map(\.name)).subtracting(own)
      #expect(!added.isEmpty, "\(group)")
      #expect(added.subtracting(["measuresMissing"]).isDisjoint(with: found), "\(group)")
      found.formUnion(added)
    }
    #expect(found == Set(ReportTable.patients.columns.map(\.name)))
  }

  @Test("no meaning of a column leans on the column before it", arguments: ReportTable.allCases)
  func meaningsStandAlone(_ table: ReportTable) {
    let leaning = [
      "its ", "their ", "those ", "of these", "of those", "the same", "likewise", "then",
    ]
    for column in table.columns {
      #expect(!leaning.contains { column.meaning.hasPrefix($0) }, "\(column.name)")
      #expect(!column.meaning.hasSuffix(" likewise") && !column.meaning.contains("of them"))
    }
  }

  @Test(arguments: ReportTable.allCases) func names(_ table: ReportTable) {
    #expect(table.columns.map(\.name).joined(separator: ",") == Self.names[table])
  }

  @Test(arguments: ReportTable.allCases) func everyColumnSaysWhatItIs(_ table: ReportTable) {
    for column in table.columns {
      let isNumber = [ColumnType.integer, .decimal, .number].contains(column.type)
      #expect(!isNumber || column.unit?.isEmpty == false, "\(column.name)")
      // A line of a table of Markdown.
      let isLine = !column.meaning.isEmpty && !column.meaning.contains { $0 == "|" || $0.isNewline }
      #expect(isLine, "\(column.name)")
    }
  }

  private static let tables: [ReportTable] = [
    .adherence, .cohort, .phases, .patients, .rolling, .breakdown, .values, .cohortValues,
    .sensitivity,
  ]

  /// The files of a report with all tables of some patients.
  private func write(_ format: ReportFormat) throws -> ReportFiles {
    var contents = try allContents()
    contents.tables.remove(.statistics)
    contents.measures = Set(MeasureGroup.allCases)
    let files = ReportFiles()
    try ReportFolder(files.path, format: format, contents: contents)
      .write(someRecords(5), someQuery())
    return files
  }

  @Test func typesOfADatabaseAreThoseOfTheColumns() throws {
    let files = try write(.sqlite)
    let database = PlainDatabase(files.path + "/report.sqlite")
    for table in Self.tables {
      #expect(try database.columns(of: table.rawValue) == table.columns.map(\.name))
      let types = try database.texts("SELECT type FROM pragma_table_info('\(table.rawValue)')")
      #expect(types == table.columns.map(\.type.sql))
      for column in table.columns {
        let types = try database.texts(
          "SELECT DISTINCT typeof(\"\(column.name)\") FROM \"\(table.rawValue)\"")
        #expect(
          Set(types).isSubset(of: ["null", column.type.sql.lowercased()]), "\(column.name)")
      }
    }
  }

  @Test func formatsAgreeCellForCell() throws {
    let csv = try write(.text(.csv)).contents()
    let ndjson = try write(.text(.ndjson)).contents()
    let json = try write(.text(.json)).contents()
    for table in Self.tables {
      func lines(_ files: [String: Data], _ ending: String) throws -> [Substring] {
        let data = try #require(files["\(table.rawValue).\(ending)"])
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
      }
      let objects = try lines(ndjson, "ndjson")
      let members = try lines(json, "json").dropFirst().dropLast().map {
        $0.hasSuffix(",") ? $0.dropLast() : $0
      }
      #expect(members == objects)
      let rows = try lines(csv, "csv").dropFirst()
      try #require(rows.count == objects.count && !rows.isEmpty)
      for (row, object) in zip(rows, objects) {
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        try #require(cells.count == table.columns.count)
        for (column, cell) in zip(table.columns, cells) { check(cell, column) }
        check(object, cells, table.columns)
      }
    }
  }

  /// A cell of CSV is of its column's type.
  private func check(_ cell: Substring, _ column: TableColumn) {
    let text = String(cell)
    let isRight =
      switch column.type {
      case .text, .key, .list, .json: true
      case .date: CivilDate(text) != nil
      case .instant: Instant(text) != nil
      case .localTime: CivilDateTime(text) != nil
      case .integer: Int(text) != nil
      case .decimal: text.split(separator: ".").last?.count == 6 && Double(text) != nil
      case .number: Double(text) != nil
      case .boolean: Bool(text) != nil
      }
    #expect(cell.isEmpty || isRight, "\(column.name): \(cell)")
  }

  /// An object of NDJSON has the cells of a row of CSV, in order: texts in quotes, else the same
  /// bytes.
  private func check(_ object: Substring, _ cells: [Substring], _ columns: [TableColumn]) {
    var (rest, isSame) = (object.dropFirst(), true)
    for (column, cell) in zip(columns, cells) {
      let isText = column.type.sql == "TEXT"
      let forms = cell.isEmpty ? ["null", "\"\""] : isText ? ["\"\(cell)\""] : [String(cell)]
      let found = forms.map { "\"\(column.name)\":\($0)" }.first { rest.hasPrefix($0) }
      rest = rest.dropFirst((found?.count ?? 0) + 1)
      isSame = isSame && found != nil
    }
    #expect(isSame && rest.isEmpty, "\(object)")
  }
}
