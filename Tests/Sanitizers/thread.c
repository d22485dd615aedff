// Tells ThreadSanitizer what it cannot see of Swift's libraries: linked into tests by `make test-tsan`.
//
// `Mutex.withLock` is compiled into whoever calls it, and its compare-and-exchange is seen there. Where threads meet it
// calls three functions of libswiftSynchronization, which is compiled without the sanitizer and asks the kernel.
// Those below stand before them, call them, and say what they did; races beside a lock are still reported.
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

// All empty arrays share one storage, and appending none by `append(addingCapacity:)` writes its count, a zero over a
// zero. Nobody writes anything else there, and nothing else has that name.
const char *__tsan_default_suppressions(void) { return "race:^_swiftEmptyArrayStorage$\n"; }
