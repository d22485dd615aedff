/// Streams of events for the checks, which can be made to fail.
#ifndef STREAMS_H
#define STREAMS_H

#include "arrow.h"

/// Initializes a stream with `batches` batches of the text columns `patient` and `time`.
///
/// After the last batch the stream ends, or fails if `fails` is not 0. `streams_alive` counts the streams and batches
/// that were not released.
void make_events(struct ArrowArrayStream *stream, int batches, int fails);

extern int streams_alive;

#endif
