import Storage

extension SQLiteStore: DatabaseStore {}
