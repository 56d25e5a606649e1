// Object storage behind one interface: local files by default, S3 by configuration.
import type { Readable } from 'node:stream'

export interface FileStore {
  /** Stores bytes under a key that was never used; nothing is visible before all of it is written. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  /**
   * Stores what a stream brings, in memory that does not grow with it; answers how many bytes. A stream that fails
   * leaves nothing.
   */
  putStream(key: string, body: Readable, mime: string): Promise<number>
  /** The bytes, or undefined when the key is not there. */
  get(key: string): Promise<Buffer | undefined>
  /** The bytes as they are read, or undefined when the key is not there. */
  getStream(key: string): Promise<Readable | undefined>
  /**
   * Removes a key, and what a writer that died left of it; absent keys are fine (used when the database row was rolled
   * back).
   */
  remove(key: string): Promise<void>
}
