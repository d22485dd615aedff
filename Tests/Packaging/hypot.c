/* The hypot of glibc before 2.35, whose later version differs only in how it reports errors. Linked into libregimen.so
   and libgsl.so of the wheel, so that they load on systems with an earlier glibc. */
#ifdef __x86_64__
#define EARLIER "GLIBC_2.2.5"
#else
#define EARLIER "GLIBC_2.17"
#endif
__asm__(".symver earlier_hypot, hypot@" EARLIER);
__asm__(".symver earlier_hypotf, hypotf@" EARLIER);
double earlier_hypot(double, double);
float earlier_hypotf(float, float);
__attribute__((visibility("hidden"))) double hypot(double x, double y) { return earlier_hypot(x, y); }
__attribute__((visibility("hidden"))) float hypotf(float x, float y) { return earlier_hypotf(x, y); }
