#include <zlib.h>

// zlib's beginning is a macro, which Swift does not see. 16 asks for gzip's header and sum.
static inline int regimen_inflate_begin(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
