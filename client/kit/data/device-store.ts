// Stores in IndexedDB: what this browser remembers and no server gets.

/** The result of a request. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * A database with these stores, which is created when it is first used. `withStore` runs `act` in a transaction and resolves after what
 * it wrote is kept. It rejects where there is no storage, as in some private windows, and if the storage is full.
 */
export function deviceStore<Store extends string>(name: string, stores: readonly Store[]) {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
    };
    return settled(request);
  };
  return {
    withStore: async <T>(
      store: Store,
      mode: IDBTransactionMode,
      act: (objects: IDBObjectStore) => Promise<T>,
    ): Promise<T> => {
      const db = await open();
      try {
        const transaction = db.transaction(store, mode);
        const done = mode === 'readwrite' ? written(transaction) : Promise.resolve();
        const [result] = await Promise.all([act(transaction.objectStore(store)), done]);
        return result;
      } finally {
        db.close();
      }
    },
    /** Deletes everything. */
    forget: async (): Promise<void> => void (await settled(indexedDB.deleteDatabase(name))),
  };
}
