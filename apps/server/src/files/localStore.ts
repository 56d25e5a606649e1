// Files under one folder: written beside, flushed, then renamed, so that a key holds all of its bytes or none.
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from './store.ts'

/** The form of keys made here: words, a month, an id. A key of another form could leave the folder. */
const keyForm = /^[a-z]+(?:\/[a-z0-9-]+)*\/[a-z0-9-]+\.[a-z0-9]+$/

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const halfOf = (target: string): string => `${target}.part`

/** The store under `folder`. */
export function createLocalStore(folder: string): FileStore {
  const place = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`not a storage key: ${key}`)
    return path.join(folder, ...key.split('/'))
  }
  const write = async <T>(key: string, fill: (file: FileHandle) => Promise<T>): Promise<T> => {
    const target = place(key)
    const half = halfOf(target)
    await mkdir(path.dirname(target), { recursive: true })
    let written: T
    try {
      const file = await open(half, 'wx', 0o600)
      try {
        written = await fill(file)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, target)
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
    await syncFolder(path.dirname(target))
    return written
  }
  return {
    put: (key, bytes) => write(key, file => file.writeFile(bytes)),
    putStream: (key, body) =>
      write(key, async file => {
        let size = 0
        for await (const chunk of body as AsyncIterable<Buffer>) {
          await file.appendFile(chunk)
          size += chunk.length
        }
        return size
      }),
    async get(key) {
      try {
        return await readFile(place(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async getStream(key) {
      try {
        return (await open(place(key))).createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(key) {
      await rm(place(key), { force: true })
      await rm(halfOf(place(key)), { force: true })
    },
  }
}

/** A rename lasts through a power cut only when its folder is flushed too; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
