/// Regimen's engine for other languages: records in as Arrow streams, results out as Arrow streams.
///
///     struct regimen_table tables[] = {{"patients", &patients}, {"tasks", &tasks}, {"outcomes", &outcomes}};
///     regimen_data *data;
///     regimen_report *report;
///     regimen_error *error;
///     if (regimen_data_from_tables(tables, 3, "{}", &data, &error) != 0) …
///     if (regimen_adherence(data, "{\"start\":\"2025-01-01\",\"end\":\"2026-01-01\",\"by\":\"week\"}",
///                           NULL, &report, &error) != 0) …
///     regimen_report_table(report, "adherence", &stream, &error);
///
/// Every function that can fail returns 0, or a non-zero status and, if `error` is not null, an error that the caller
/// must free. Texts are UTF-8. Options are JSON objects, in which an unknown name is an error. Handles are immutable:
/// any number of threads may use one concurrently, and each must be freed once, on any thread. Results obtained from a
/// handle outlive it.
#ifndef REGIMEN_H
#define REGIMEN_H

#include <stddef.h>
#include <stdint.h>

#include "arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface: a library with a different version is incompatible.
#define REGIMEN_ABI 1

/// Success.
#define REGIMEN_OK 0
/// The input or the options are invalid.
#define REGIMEN_INPUT 1
/// The run was cancelled.
#define REGIMEN_CANCELLED 2
/// A file, database or system call failed.
#define REGIMEN_SYSTEM 3

typedef struct regimen_error regimen_error;
typedef struct regimen_run regimen_run;
typedef struct regimen_data regimen_data;
typedef struct regimen_report regimen_report;
typedef struct regimen_bytes regimen_bytes;

/// Returns the interface version of the library, to be compared with REGIMEN_ABI.
int32_t regimen_abi(void);
/// Returns the version of the engine; the text must not be freed.
const char *regimen_version(void);

/// Returns the error as one line: source, line, field, value, suggested fix.
const char *regimen_error_text(const regimen_error *error);
/// Returns the error as a JSON object with `text` and, where they apply, `source`, `line`, `field`.
const char *regimen_error_json(const regimen_error *error);
void regimen_error_free(regimen_error *error);

/// Creates a run: a computation that other threads can cancel and whose progress they can read.
regimen_run *regimen_run_new(void);
/// Cancels the run, whose function then returns REGIMEN_CANCELLED. Must not be called from a signal handler.
void regimen_run_cancel(regimen_run *run);
/// Returns the number of finished patients.
int64_t regimen_run_done(const regimen_run *run);
void regimen_run_free(regimen_run *run);

/// A named table.
struct regimen_table {
  /// `patients`, `tasks`, `outcomes`, `holds`, `namedEvents`, `plans`, `contacts`, `fills` and `stays`, or `claims`.
  const char *name;
  /// Its rows; the function takes ownership and releases them, even if it fails.
  struct ArrowArrayStream *rows;
};

/// Imports tables with the columns of dataset folders.
///
/// With `schedule` among the options, `outcomes` is a table of events: each row is an event of a patient, and all
/// patients have that plan. Columns are detected by their names and contents. Assumptions about the table are listed
/// under `assumptions` in a report's `summary`; ambiguities are an error of the kind `undecided`, whose text names the
/// tool's option that resolves them. An additional table `patients` may list all patients, including those without an
/// event: a table of ids, optionally with the columns `start`, `zone` and `group`. Nothing is copied: the tables are
/// released with the handle.
///
/// The options of a table of events:
/// - `schedule`: plain words, a recurrence rule or a JSON object, or an object of these by task id; `zone`,
///   `planStart`, `matching` (`nearest`, `window`), `patients` (the path of the list of all patients)
/// - columns by name: `patient`, `time` (or `DATE+TIME`), `planned`, `task`, `value`, `units`, `kind`, `status`,
///   `group`, `zoneColumn`, `planStartColumn`, `observedFrom`, `observedTo`, `endCause`; `patientID`, the one
///   patient of a table without a patient column
/// - `statusWords`, an object that maps the words of the status column to `done`, `missed`, `skipped`, `declined` or
///   `ignored`
/// - `layout` (`rows`, `days`), or `slots`, an object that maps the columns of times of day to clock times
/// - `minGap`, the interval, such as `15m`, within which events of one task are merged; `duplicates` (`drop`, `keep`) of
///   rows that are equal in all columns; `foldIDs`, whether ids that differ only in case, spaces, marks or leading zeros
///   are one patient; `zeros` (`missed`, `done`), the meaning of a value of 0
/// - `timeFormat` (`auto`, `dmy`, `mdy`, `excel`, `seconds`, `milliseconds` or a pattern) and `decimal` (`point`,
///   `comma`)
///
/// `claims` is a table of claims in any format and must be the only table: each row is a fill or reverses one. Its
/// columns are detected like those of events. Its options:
/// - columns by name: `patient`, `date`, `endDate`, `quantity`, `class`, `type` (the status of the claim),
///   `observedFrom`, `observedTo`, `endCause`; `days` and `dose` (the daily amount), a column or a number for all rows;
///   `patientID`, the patient of a table without a patient column
/// - `statusWords`, an object that maps the words of the column `type` to `fill`, `reversal` or `ignore`
/// - `duplicates` (`drop`, `keep`) of rows that are equal in all columns
/// - `timeFormat` and `decimal` as for events; `zone`, the zone of dates that count seconds or milliseconds
int32_t regimen_data_from_tables(
    const struct regimen_table *tables, size_t count, const char *options, regimen_data **data,
    regimen_error **error);
/// Opens a dataset folder, a store, or a folder of Arrow files. A text or Arrow file is a table of events if `schedule`
/// is among the options, and otherwise a table of claims, with the respective options.
int32_t regimen_data_from_path(
    const char *path, const char *options, regimen_data **data, regimen_error **error);
void regimen_data_free(regimen_data *data);

/// Evaluates the adherence of a cohort; `run` may be null. The option `columns` names the columns of the tables with rows
/// for each patient, beside those that identify a row; `emptyPeriods` adds rows of `adherence` for periods in which nothing
/// was planned or recorded; `noTotals` omits rows of totals from all tables, so that those of the
/// cohort lack patients without a group, if others have one.
int32_t regimen_adherence(
    const regimen_data *data, const char *options, regimen_run *run, regimen_report **report,
    regimen_error **error);
/// Measures adherence from fills; `run` may be null.
int32_t regimen_refills(
    const regimen_data *data, const char *options, regimen_run *run, regimen_report **report,
    regimen_error **error);
/// Lists the status of each occurrence; the options `only` and `onlyTask` select patients and tasks; `run` may be null.
int32_t regimen_events(
    const regimen_data *data, const char *options, regimen_run *run,
    struct ArrowArrayStream *events, regimen_error **error);
/// Lists the occurrences of a table of schedules with the columns `id`, `schedule`, `planStart`, `zone`, `from` and `to`
/// (exclusive); the options of these names, with `start` and `end` for the range, are the defaults of missing columns and
/// nulls. `planStart` is the first day of schedules that state no day (default: the day of `from`).
int32_t regimen_expand(
    struct ArrowArrayStream *schedules, const char *options, regimen_run *run,
    struct ArrowArrayStream *occurrences, regimen_error **error);

/// Exports a table of a report: `adherence`, `cohort`, `phases`, `patients`, `flags`, `rolling`, `breakdown`, `values`,
/// `cohortValues`, `sensitivity`, `measures`, `problems`.
int32_t regimen_report_table(
    const regimen_report *report, const char *name, struct ArrowArrayStream *rows,
    regimen_error **error);
/// Renders a text of a report: `statistics` and `summary` (JSON), `cohort` (plain text, starting with the evaluated days
/// and the assumptions), `chart` (options `chart`, `format`, …), `page` (HTML), `part` (the input of `regimen_merge`).
int32_t regimen_report_text(
    const regimen_report *report, const char *name, const char *options, regimen_bytes **text,
    regimen_error **error);
void regimen_report_free(regimen_report *report);

/// Bytes owned by the caller.
struct regimen_span {
  const uint8_t *start;
  size_t count;
};
/// Merges the parts of reports with equal options on disjoint sets of patients, in any order. The merged report has no
/// tables of single patients, and with the option `noTotals` no rows of totals.
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
