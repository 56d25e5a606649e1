// Object storage behind one interface: local files by default, S3 by configuration.

export interface FileStore {
  /** Stores bytes under a key that was never used; nothing is visible before all of it is written. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  /** The bytes, or undefined when the key is not there. */
  get(key: string): Promise<Buffer | undefined>
  /** Removes a key; absent keys are fine (used when the database row was rolled back). */
  remove(key: string): Promise<void>
}
