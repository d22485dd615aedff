#include "streams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int streams_alive = 0;

struct source {
  int left;
  int fails;
};

// Columns and batches: each struct owns its buffers and its children.

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  schema->release = NULL;
}

static void describe(struct ArrowSchema *schema, const char *format, const char *name) {
  *schema = (struct ArrowSchema){.format = format, .name = name, .flags = 2, .release = release_schema};
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  for (int64_t i = 0; i < array->n_buffers; i++) free((void *)array->buffers[i]);
  free(array->children);
  free(array->buffers);
  if (array->n_children > 0) __atomic_sub_fetch(&streams_alive, 1, __ATOMIC_SEQ_CST);
  array->release = NULL;
}

static void fill_texts(struct ArrowArray *array, const char **texts, int count) {
  int32_t *ends = malloc((count + 1) * sizeof(int32_t));
  size_t length = 0;
  for (int i = 0; i < count; i++) length += strlen(texts[i]);
  char *bytes = malloc(length);
  ends[0] = 0;
  for (int i = 0; i < count; i++) {
    size_t size = strlen(texts[i]);
    memcpy(bytes + ends[i], texts[i], size);
    ends[i + 1] = ends[i] + (int32_t)size;
  }
  const void **buffers = malloc(3 * sizeof(void *));
  buffers[0] = NULL;
  buffers[1] = ends;
  buffers[2] = bytes;
  *array = (struct ArrowArray){.length = count, .n_buffers = 3, .buffers = buffers, .release = release_array};
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  (void)stream;
  describe(schema, "+s", "");
  schema->n_children = 2;
  schema->children = malloc(2 * sizeof(void *));
  const char *names[] = {"patient", "time"};
  for (int i = 0; i < 2; i++) {
    schema->children[i] = malloc(sizeof(struct ArrowSchema));
    describe(schema->children[i], "u", names[i]);
  }
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  struct source *source = stream->private_data;
  memset(array, 0, sizeof *array);
  if (source->left == 0) return source->fails ? EIO : 0;
  source->left--;
  const char *patients[] = {"ann", "ann", "bob"};
  const char *times[] = {"2025-01-06T08:05:00", "2025-01-07T08:20:00", "2025-01-06T09:00:00"};
  const void **none = malloc(sizeof(void *));
  none[0] = NULL;
  *array = (struct ArrowArray){.length = 3, .n_buffers = 1, .buffers = none, .n_children = 2, .release = release_array};
  array->children = malloc(2 * sizeof(void *));
  for (int i = 0; i < 2; i++) {
    array->children[i] = malloc(sizeof(struct ArrowArray));
    fill_texts(array->children[i], i == 0 ? patients : times, 3);
  }
  __atomic_add_fetch(&streams_alive, 1, __ATOMIC_SEQ_CST);
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return "the disk is on fire";
}

static void release_stream(struct ArrowArrayStream *stream) {
  free(stream->private_data);
  __atomic_sub_fetch(&streams_alive, 1, __ATOMIC_SEQ_CST);
  stream->release = NULL;
}

void make_events(struct ArrowArrayStream *stream, int batches, int fails) {
  struct source *source = malloc(sizeof *source);
  *source = (struct source){batches, fails};
  *stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, source};
  __atomic_add_fetch(&streams_alive, 1, __ATOMIC_SEQ_CST);
}
