#include <sqlite3.h>

// Swift does not call functions that take any arguments.

/// Enables defensive mode, disables triggers, restricts the schema to functions without side
/// effects, and does not read a misspelt name in double quotes as a text.
static inline int regimen_harden(sqlite3 *database) {
  const int settings[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_DQS_DDL, 0},
      {SQLITE_DBCONFIG_DQS_DML, 0},
  };
  int code = SQLITE_OK;
  for (unsigned i = 0; i < sizeof settings / sizeof settings[0] && code == SQLITE_OK; i++)
    code = sqlite3_db_config(database, settings[i][0], settings[i][1], (int *)0);
  return code;
}
