/// Streams of this program's own: rows of events, and one that fails.
#ifndef STREAMS_H
#define STREAMS_H

#include "arrow.h"

/// Fills a stream with some batches of the columns `patient` and `time`, both texts.
///
/// After the last batch it ends, or fails where `fails` is not 0. How many streams and batches nobody has released yet
/// stands in `streams_alive`.
void make_events(struct ArrowArrayStream *stream, int batches, int fails);

extern int streams_alive;

#endif
