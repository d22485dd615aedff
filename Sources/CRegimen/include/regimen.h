/// Regimen's engine for other languages: records in as Arrow streams, results out as Arrow streams.
///
///     struct regimen_table tables[] = {{"patients", &patients}, {"tasks", &tasks}, {"outcomes", &outcomes}};
///     regimen_data *data;
///     regimen_report *report;
///     regimen_error *error;
///     if (regimen_data_from_tables(tables, 3, "{}", &data, &error) != 0) …
///     if (regimen_adherence(data, "{\"from\":\"2025-01-01\",\"to\":\"2026-01-01\",\"by\":\"week\"}",
///                           NULL, &report, &error) != 0) …
///     regimen_report_table(report, "adherence", &stream, &error);
///
/// Every function that can fail answers 0, or a status and, if `error` is not null, an error that the caller
/// frees. Texts are UTF-8. Options are JSON objects: an unknown name is an error. Handles do not change once they
/// are made: any number of threads may use one, and each is freed once, by any thread. Results that were taken from
/// a handle outlive it.
#ifndef REGIMEN_H
#define REGIMEN_H

#include <stddef.h>
#include <stdint.h>

#include "arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface: a library with another one has other functions.
#define REGIMEN_ABI 1

/// The statuses.
#define REGIMEN_OK 0
/// Something in the input or in the options is wrong.
#define REGIMEN_INPUT 1
/// Somebody has cancelled the run.
#define REGIMEN_CANCELLED 2
/// A file or the system has failed.
#define REGIMEN_SYSTEM 3

typedef struct regimen_error regimen_error;
typedef struct regimen_run regimen_run;
typedef struct regimen_data regimen_data;
typedef struct regimen_report regimen_report;
typedef struct regimen_bytes regimen_bytes;

/// The version of the interface that the library has: to be compared with REGIMEN_ABI.
int32_t regimen_abi(void);
/// The version of the engine, which nobody frees.
const char *regimen_version(void);

/// The error in one line: source, line, field, value, cure.
const char *regimen_error_text(const regimen_error *error);
/// The error as an object with `text` and, where they apply, `source`, `line`, `field`.
const char *regimen_error_json(const regimen_error *error);
void regimen_error_free(regimen_error *error);

/// Work that can be cancelled and looked at while another thread does it.
regimen_run *regimen_run_new(void);
/// Ends the work: it answers REGIMEN_CANCELLED. A signal handler must not call it.
void regimen_run_cancel(regimen_run *run);
/// How many patients are done.
int64_t regimen_run_done(const regimen_run *run);
void regimen_run_free(regimen_run *run);

/// The rows of a table.
struct regimen_table {
  /// `patients`, `tasks`, `outcomes`, `holds`, `plans`, `contacts`, `fills` and `stays`, or `claims`.
  const char *name;
  /// Its rows: taken over and released, whatever the function answers.
  struct ArrowArrayStream *rows;
};

/// Takes tables with the columns of dataset folders.
///
/// With `schedule` among the options, `outcomes` is a table of events: each row is an event of a patient, and all
/// have that plan. Its columns are found by their names and contents. What is decided about the table is among the
/// `assumptions` of a report's `summary`; what it leaves open is an error of the kind `undecided`, whose text asks and
/// names the tool's option that answers it. Beside it `patients` may list all patients, those without an event too:
/// a table of ids, which may have the columns `start`, `zone` and `group`. Nothing is copied: the tables are released
/// with the handle.
///
/// The options of a table of events:
/// - `schedule`: words, a recurrence rule or an object of JSON, or an object of these by the task's id; `zone`,
///   `planStart`, `matching` (`nearest`, `window`), `patients` (the path of the list of all patients)
/// - the columns, by their names: `patient`, `time` (or `DATE+TIME`), `planned`, `task`, `value`, `units`, `kind`,
///   `status`, `group`, `zoneColumn`, `planStartColumn`, `observedFrom`, `observedTo`, `endCause`; `patientID`, the one
///   patient of a table without such a column
/// - `statusWords`, an object of `done`, `missed`, `skipped`, `declined` or `ignored` by the words of the status column
/// - `layout` (`rows`, `days`), or `slots`, an object of clock times by the names of columns of times of the day
/// - `minGap`, the seconds within which events of one task are one; `duplicates` (`drop`, `keep`) of rows that are the
///   same in all columns; `foldIDs`, whether ids that differ in capitals, spaces or leading zeros alone are one
///   patient; `zeros` (`missed`, `done`), what a value of 0 says of a dose
/// - `timeFormat` (`auto`, `dmy`, `mdy`, `excel`, `seconds`, `milliseconds` or a pattern) and `decimal` (`point`,
///   `comma`)
///
/// `claims` is a table of claims in any form, which stands alone: each row is a fill or reverses one. Its columns are
/// found as those of events are. Its options:
/// - the columns, by their names: `patient`, `date`, `endDate`, `quantity`, `class`, `type` (the status of the claim),
///   `observedFrom`, `observedTo`, `endCause`; `days` and `dose` (the amount a day), a column or a number for all rows;
///   `patientID`, the one patient of a table without such a column
/// - `statusWords`, an object of `fill`, `reversal` or `ignore` by the words of the column `type`
/// - `duplicates` (`drop`, `keep`) of rows that are the same in all columns
/// - `timeFormat` and `decimal` as of events; `zone`, that of dates which count seconds or milliseconds
int32_t regimen_data_from_tables(
    const struct regimen_table *tables, size_t count, const char *options, regimen_data **data,
    regimen_error **error);
/// Opens a folder of records, a store, or a folder of Arrow files; with `schedule` among the options a table of events
/// in a file of text or of Arrow. Without `schedule` such a file is a table of claims, with the options of these.
int32_t regimen_data_from_path(
    const char *path, const char *options, regimen_data **data, regimen_error **error);
void regimen_data_free(regimen_data *data);

/// Evaluates a cohort; `run` may be null.
int32_t regimen_adherence(
    const regimen_data *data, const char *question, regimen_run *run, regimen_report **report,
    regimen_error **error);
/// Measures adherence from fills; `run` may be null.
int32_t regimen_refills(
    const regimen_data *data, const char *question, regimen_run *run, regimen_report **report,
    regimen_error **error);
/// Lists what became of each occurrence; `only` and `onlyTask` of the question choose patients and tasks; `run` may be
/// null.
int32_t regimen_events(
    const regimen_data *data, const char *question, regimen_run *run,
    struct ArrowArrayStream *events, regimen_error **error);
/// Lists the occurrences of the schedules of a table. Its columns are `id`, `schedule`, `anchor`, `zone`, `from` and `to`;
/// the options of these names are the defaults of missing columns and of nulls. `anchor` is the first day of schedules
/// that name no day (default: the day of `from`).
int32_t regimen_expand(
    struct ArrowArrayStream *schedules, const char *options, regimen_run *run,
    struct ArrowArrayStream *occurrences, regimen_error **error);

/// Hands out a table of a report: `adherence`, `cohort`, `phases`, `patients`, `rolling`, `breakdown`, `values`,
/// `cohortValues`, `sensitivity`, `measures`, `problems`.
int32_t regimen_report_table(
    const regimen_report *report, const char *name, struct ArrowArrayStream *rows,
    regimen_error **error);
/// Hands out a text of a report: `statistics` and `summary` (JSON), `cohort` (what people read), `chart` (options
/// `chart`, `format`, …), `page` (HTML), `part` (what `regimen_merge` takes). The text `cohort` begins with the days and
/// the assumptions.
int32_t regimen_report_text(
    const regimen_report *report, const char *name, const char *options, regimen_bytes **text,
    regimen_error **error);
void regimen_report_free(regimen_report *report);

/// Bytes in somebody else's memory.
struct regimen_span {
  const uint8_t *start;
  size_t count;
};
/// Merges the parts of reports that ask the same of different patients, in any order; the tables with rows of single
/// patients are not in it.
int32_t regimen_merge(
    const struct regimen_span *parts, size_t count, const char *options, regimen_report **report,
    regimen_error **error);

const uint8_t *regimen_bytes_start(const regimen_bytes *bytes);
size_t regimen_bytes_count(const regimen_bytes *bytes);
void regimen_bytes_free(regimen_bytes *bytes);

#ifdef __cplusplus
}
#endif

#endif
