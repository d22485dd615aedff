import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import GRDB
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// The columns of every table: what they are called, and that each holds what it says in every format.
@Suite struct TableColumnTests {
  private static let counts =
    "due,completed,partial,missed,declined,suspended,cancelled,pending,unscheduled,dropped,early,"
    + "onTime,late,outside,untimed,progress"
  private static let flexible = "quotaDue,quotaDone,uses,dose,breaches"
  private static let amounts = "value,creditedValue,target,excused,outstanding"

  private static let names: [ReportTable: String] = [
    .adherence: "patient,group,task,period,start,end,\(counts),ratio,reason,\(flexible),"
      + "taskGroup,carePlan,\(amounts)",
    .cohort: "group,task,period,start,end,patients,nothingDue,due,completed,pooled,mean,"
      + "min,q05,q10,q25,median,q75,q90,q95,max,atLeast80,atLeast80Share,taskGroup,carePlan",
    .phases: "group,task,period,start,end,patients,initiated,initiatedShare,followed,persistent,"
      + "persistentShare,implementers,implementation,implementationLow,implementationHigh,product",
    .patients: "patient,group,task,start,\(counts),ratio,reason,currentStreak,longestStreak,"
      + "longestStreakStart,longestStreakEnd,currentMissed,longestMissed,currentPerfectDays,"
      + "longestPerfectDays,evaluableDays,correctDosingDays,correctDosingDaysOwned,perfectDays,"
      + "daysWithAtLeastExpected,overuseDays,underuseDays,zeroDays,micro,macro,dailyMean,days,"
      + "completeDays,\(flexible),\(amounts),observedFrom,observedTo,endCause,"
      + MeasureColumn.all.map(\.name).joined(separator: ",") + ",missing",
    .rolling: "patient,group,task,rolling,period,start,end,due,completed,progress,ratio,reason,"
      + "taskGroup,carePlan,quotaDue,quotaDone",
    .breakdown: "patient,group,task,breakdown,name,\(counts),ratio,excused,outstanding",
    .values: "patient,group,task,element,kind,units,period,start,end,type,value,n,missed,declined,"
      + "suspended,pending,unrecorded,reason,mean,sd,min,q25,median,q75,max,first,last,sum,held,"
      + "inRange,days,timeInRange",
    .cohortValues: "group,task,element,kind,units,period,start,end,patients,n,mean,"
      + "min,q05,q10,q25,median,q75,q90,q95,max",
    .sensitivity: "group,task,threshold,gapDays,graceDays,restart,holidayDays,onTimeMinutes,"
      + "intervalTolerance,patients,initiated,followed,discontinued,persistenceMedian,"
      + "meanImplementation,patientsWithHoliday,meanOnTimeOfTaken,meanInterdoseNear,"
      + "adherentPatients,adherentShare,pooledRatio",
    .events: "patient,group,task,key,element,nominal,day,start,local,end,open,close,expiry,state,"
      + "timing,progress,value,target,uncredited,time,events,due,hold,disposition,title,"
      + "instructions,text,units,values",
    .due: "patient,group,task,title,state,key,element,nominal,start,local,open,close,expiry,"
      + "progress,value,target,quotaDue,done,left,lastUse,allowedFrom",
    .occurrences: "start,end,element,ordinal,nominal,index,text,units,targets",
    .measures:
      "patient,level,class,drug,measure,part,start,end,days,gap,value,reason,covered,counted,"
      + "eligible,observedFrom,observedTo,endCause",
  ]

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
    let queue = try DatabaseQueue(path: files.path + "/report.sqlite")
    try queue.read { db in
      for table in Self.tables {
        let found = try db.columns(in: table.rawValue)
        #expect(found.map(\.name) == table.columns.map(\.name))
        #expect(found.map(\.type) == table.columns.map(\.type.sql))
        for column in table.columns {
          let types = try String.fetchSet(
            db, sql: "SELECT typeof(\"\(column.name)\") FROM \"\(table.rawValue)\"")
          #expect(types.isSubset(of: ["null", column.type.sql.lowercased()]), "\(column.name)")
        }
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

  /// An object of NDJSON has the cells of a row of CSV, in order: texts in quotes, else the same bytes.
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
