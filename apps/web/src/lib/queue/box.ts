// The place of queued acts in this browser: a table of IndexedDB, which holds files and is shared by all windows.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { QueuedAct } from './act.ts'

interface Schema extends DBSchema {
  acts: { key: string; value: QueuedAct }
}

/** Acts to be written and to be taken out, in one transaction. */
export interface Change {
  readonly put?: readonly QueuedAct[]
  readonly drop?: readonly string[]
}

/** Replaced by tests. */
export interface Box {
  readonly all: () => Promise<readonly QueuedAct[]>
  /** Reads, decides and writes with nobody in between. */
  readonly change: (decide: (acts: readonly QueuedAct[]) => Change) => Promise<void>
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

const open = (): Promise<IDBPDatabase<Schema>> =>
  (opened ??= openDB<Schema>('yunshu-queue', 1, {
    upgrade: db => void db.createObjectStore('acts', { keyPath: 'id' }),
    // another window brings a newer release
    blocking: (_, __, event) => {
      opened = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  }))

export const browserBox: Box = {
  all: async () => (await open()).getAll('acts'),
  change: async decide => {
    const { store, done } = (await open()).transaction('acts', 'readwrite')
    const { put = [], drop = [] } = decide(await store.getAll())
    await Promise.all([...put.map(act => store.put(act)), ...drop.map(id => store.delete(id)), done])
  },
}
