// The file store of an installation: the configured object store, else its own folder.
import type { Config } from '../config.ts'
import { createLocalStore } from './localStore.ts'
import { createS3Store } from './s3Store.ts'
import type { FileStore } from './store.ts'

/** The store of this installation; `folder` holds the files when no object store is configured. */
export function openStore(config: Pick<Config, 's3'>, folder: string): FileStore {
  return config.s3 ? createS3Store(config.s3) : createLocalStore(folder)
}
