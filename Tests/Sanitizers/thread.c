// Reports synchronization in Swift's libraries to ThreadSanitizer. Linked into tests by `make test-tsan`.
//
// `Mutex.withLock` is inlined into its caller, where its compare-and-exchange is instrumented. Under contention it
// calls three functions of libswiftSynchronization, which is compiled without the sanitizer and uses futexes. The
// functions below interpose these, call the originals, and report acquire and release; data races outside a lock are
// still reported.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
  ((typeof(&lock))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF) {
  bool is_locked = ((typeof(&try_lock))dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
  if (is_locked) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void unlock(SELF) {
  __tsan_release(mutex);
  ((typeof(&unlock))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}

// All empty arrays share one storage, and an `append(addingCapacity:)` that appends no elements overwrites its count of
// zero with zero. No other value is written to it, and no other symbol has that name.
const char *__tsan_default_suppressions(void) { return "race:^_swiftEmptyArrayStorage$\n"; }
