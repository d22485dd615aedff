// Jumping clocks for a program started with LD_PRELOAD: each read of the wall clock takes the next step of going back
// an hour, standing still, and jumping ahead three years; the monotonic clock is unchanged, as kernels guarantee.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static long long jump(void) {
  static long long looks;
  long long look = __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED);
  switch (look % 4) {
    case 0: return -3600 * (look % 100);
    case 1: return 3 * 365 * 86400LL;
    case 2: return -20 * 365 * 86400LL;
    default: return 0;
  }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int code = real(clock, time);
  if (!code && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += jump();
  return code;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
