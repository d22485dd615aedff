// Uses the library from C, and checks the guarantees of regimen.h on ownership, errors and threads.
//
//     check DATASETS [RUNS]
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "regimen.h"
#include "streams.h"

#define REQUIRE(what) \
  do { \
    if (!(what)) { \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); \
      exit(1); \
    } \
  } while (0)

static const char *days = "{\"start\":\"2025-03-03\",\"end\":\"2025-03-31\",\"tables\":[\"adherence\",\"cohort\"]}";

static regimen_data *open_data(const char *datasets, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", datasets, name);
  regimen_data *data = NULL;
  regimen_error *error = NULL;
  if (regimen_data_from_path(path, "{}", &data, &error) != REGIMEN_OK) {
    fprintf(stderr, "%s\n", regimen_error_text(error));
    exit(1);
  }
  REQUIRE(data != NULL && error == NULL);
  return data;
}

/// Reads at most `most` batches, releases the stream, and returns the number of rows read.
static int64_t read_rows(struct ArrowArrayStream *stream, int most) {
  struct ArrowSchema schema;
  REQUIRE(stream->get_schema(stream, &schema) == 0);
  REQUIRE(strcmp(schema.format, "+s") == 0 && schema.n_children > 0);
  schema.release(&schema);
  int64_t rows = 0;
  for (int batch = 0; batch < most; batch++) {
    struct ArrowArray array;
    REQUIRE(stream->get_next(stream, &array) == 0);
    if (array.release == NULL) break;
    rows += array.length;
    array.release(&array);
    REQUIRE(array.release == NULL);
  }
  stream->release(stream);
  REQUIRE(stream->release == NULL);
  return rows;
}

static regimen_report *evaluate(regimen_data *data, const char *question) {
  regimen_report *report = NULL;
  regimen_error *error = NULL;
  if (regimen_adherence(data, question, NULL, &report, &error) != REGIMEN_OK) {
    fprintf(stderr, "%s\n", regimen_error_text(error));
    exit(1);
  }
  return report;
}

static void results_outlive_handles(const char *datasets) {
  regimen_data *data = open_data(datasets, "monitoring");
  regimen_report *report = evaluate(data, days);
  regimen_data_free(data);
  struct ArrowArrayStream stream;
  struct ArrowArray batch;
  REQUIRE(regimen_report_table(report, "adherence", &stream, NULL) == REGIMEN_OK);
  regimen_report_free(report);
  REQUIRE(stream.get_next(&stream, &batch) == 0 && batch.length > 0);
  stream.release(&stream);
  // The batch outlives its stream: all values of a buffer can be read.
  const struct ArrowArray *first = batch.children[0];
  const int32_t *places = first->buffers[1];
  int64_t sum = 0;
  for (int64_t row = 0; row < first->length; row++) sum += places[row];
  REQUIRE(sum >= 0);
  batch.release(&batch);
}

static void errors_are_told(const char *datasets) {
  struct { const char *question, *word; int status; } wrong[] = {
      {"{\"form\":\"2025-01-01\"}", "form", REGIMEN_INPUT},
      {"{\"by\":\"fortnight\"}", "relative-week", REGIMEN_INPUT},
      {"{\"start\":", "options", REGIMEN_INPUT},
      {"[]", "options", REGIMEN_INPUT},
      {"{\"confidence\":1.5}", "confidence", REGIMEN_INPUT},
      {"{\"start\":\"2025-02-01\",\"end\":\"2025-01-01\"}", "end", REGIMEN_INPUT},
  };
  regimen_data *data = open_data(datasets, "monitoring");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    regimen_report *report = (regimen_report *)1;
    regimen_error *error = NULL;
    REQUIRE(regimen_adherence(data, wrong[i].question, NULL, &report, &error) == wrong[i].status);
    REQUIRE(report == NULL && error != NULL);
    REQUIRE(strstr(regimen_error_text(error), wrong[i].word) != NULL);
    REQUIRE(regimen_error_json(error)[0] == '{');
    regimen_error_free(error);
    // The error pointer is optional.
    REQUIRE(regimen_adherence(data, wrong[i].question, NULL, &report, NULL) == wrong[i].status);
  }
  struct ArrowArrayStream stream;
  regimen_report *report = evaluate(data, days);
  REQUIRE(regimen_report_table(report, "nothing", &stream, NULL) == REGIMEN_INPUT && stream.release == NULL);
  REQUIRE(regimen_report_table(NULL, "adherence", &stream, NULL) == REGIMEN_INPUT);
  REQUIRE(regimen_report_table(report, "adherence", NULL, NULL) == REGIMEN_INPUT);
  regimen_report_free(report);
  regimen_data_free(data);
}

static void *release_there(void *stream) {
  read_rows(stream, 1);
  return NULL;
}

static void streams_are_released_anywhere(const char *datasets) {
  regimen_data *data = open_data(datasets, "monitoring");
  struct ArrowArrayStream stream;
  pthread_t thread;
  REQUIRE(regimen_events(data, days, NULL, &stream, NULL) == REGIMEN_INPUT);
  const char *range = "{\"start\":\"2025-01-13\",\"end\":\"2026-01-01\"}";
  for (int i = 0; i < 3; i++) {
    REQUIRE(regimen_events(data, range, NULL, &stream, NULL) == REGIMEN_OK);
    if (i == 0) stream.release(&stream);
    if (i == 1) REQUIRE(read_rows(&stream, 1) > 0);
    if (i == 2) {
      REQUIRE(pthread_create(&thread, NULL, release_there, &stream) == 0);
      pthread_join(thread, NULL);
    }
    REQUIRE(stream.release == NULL);
  }
  regimen_data_free(data);
}

static void tables_are_taken_over(void) {
  const char *plan = "{\"schedule\":\"every day at 08:00\"}";
  for (int fails = 0; fails < 2; fails++) {
    struct ArrowArrayStream events;
    make_events(&events, 2, fails);
    struct regimen_table table = {"outcomes", &events};
    regimen_data *data = NULL;
    regimen_error *error = NULL;
    int32_t status = regimen_data_from_tables(&table, 1, plan, &data, &error);
    REQUIRE(events.release == NULL);
    if (fails) {
      REQUIRE(status == REGIMEN_INPUT && data == NULL);
      REQUIRE(strstr(regimen_error_text(error), "the disk is on fire") != NULL);
      regimen_error_free(error);
    } else {
      REQUIRE(status == REGIMEN_OK);
      regimen_report *report = evaluate(data, "{\"start\":\"2025-01-06\",\"end\":\"2025-01-08\"}");
      struct ArrowArrayStream rows;
      REQUIRE(regimen_report_table(report, "patients", &rows, NULL) == REGIMEN_OK);
      // Each of the two patients has a row for the task and a row for all tasks.
      REQUIRE(read_rows(&rows, 10) == 4);
      regimen_report_free(report);
      regimen_data_free(data);
    }
    REQUIRE(streams_alive == 0);
  }
  // Streams that are never read are released too.
  struct ArrowArrayStream first, second;
  make_events(&first, 1, 0);
  make_events(&second, 1, 0);
  struct regimen_table tables[] = {{"outcomes", &first}, {"weather", &second}};
  REQUIRE(regimen_data_from_tables(tables, 2, "{\"colour\":1}", NULL, NULL) == REGIMEN_INPUT);
  REQUIRE(first.release == NULL && second.release == NULL && streams_alive == 0);
}

static void *cancel_soon(void *run) {
  while (regimen_run_done(run) == 0) usleep(100);
  regimen_run_cancel(run);
  return NULL;
}

static void runs_are_cancelled(const char *datasets) {
  regimen_data *data = open_data(datasets, "monitoring");
  regimen_report *report = NULL;
  regimen_error *error = NULL;
  regimen_run *run = regimen_run_new();
  regimen_run_cancel(run);
  REQUIRE(regimen_adherence(data, days, run, &report, &error) == REGIMEN_CANCELLED && report == NULL);
  regimen_error_free(error);
  regimen_run_free(run);
  // A cancellation from another thread may come before or after the end of the evaluation.
  run = regimen_run_new();
  pthread_t thread;
  REQUIRE(pthread_create(&thread, NULL, cancel_soon, run) == 0);
  int32_t status = regimen_adherence(data, "{\"resamples\":20000,\"jobs\":1}", run, &report, NULL);
  if (status == REGIMEN_OK) regimen_run_cancel(run);
  REQUIRE(status == REGIMEN_OK || status == REGIMEN_CANCELLED);
  if (status == REGIMEN_OK) REQUIRE(regimen_run_done(run) > 0);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  regimen_report_free(report);
  regimen_run_free(run);
  regimen_data_free(data);
}

static long resident_kilobytes(void) {
  long pages = 0, all = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  REQUIRE(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void memory_does_not_grow(const char *datasets, int runs) {
  regimen_data *data = open_data(datasets, "monitoring");
  long before = 0, after = 0;
  int64_t rows = 0;
  for (int i = 0; i < runs; i++) {
    if (i == runs / 5) before = resident_kilobytes();
    regimen_report *report = evaluate(data, days);
    struct ArrowArrayStream stream;
    regimen_bytes *text = NULL;
    REQUIRE(regimen_report_table(report, "adherence", &stream, NULL) == REGIMEN_OK);
    int64_t found = read_rows(&stream, i % 2 == 0 ? 1000 : 0);
    REQUIRE(i % 2 == 1 || rows == 0 || rows == found);
    if (i % 2 == 0) rows = found;
    REQUIRE(regimen_report_text(report, "cohort", "{}", &text, NULL) == REGIMEN_OK);
    REQUIRE(regimen_bytes_count(text) > 0 && regimen_bytes_start(text)[0] != 0);
    regimen_bytes_free(text);
    regimen_report_free(report);
    regimen_report *none = NULL;
    REQUIRE(regimen_adherence(data, "{\"by\":1}", NULL, &none, NULL) == REGIMEN_INPUT);
  }
  after = resident_kilobytes();
  regimen_data_free(data);
  printf("%d runs of %lld rows: %ld kB, and %ld kB after the first fifth\n", runs, (long long)rows, after, before);
  if (runs >= 1000) REQUIRE(after - before < 8192);
}

int main(int count, char **arguments) {
  REQUIRE(count > 1);
  REQUIRE(regimen_abi() == REGIMEN_ABI);
  const char *datasets = arguments[1];
  errors_are_told(datasets);
  results_outlive_handles(datasets);
  streams_are_released_anywhere(datasets);
  tables_are_taken_over();
  runs_are_cancelled(datasets);
  memory_does_not_grow(datasets, count > 2 ? atoi(arguments[2]) : 1000);
  printf("libregimen %s keeps its promises\n", regimen_version());
  return 0;
}
