// The checkout's own folders.
import fs from 'node:fs'
import path from 'node:path'

/** Root of the checkout. */
export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..')

/** A path inside the checkout. */
export const inRoot = (...parts) => path.join(root, ...parts)

/** The folder of stamps and of the lock of the set-up; git ignores it. */
export const cache = inRoot('.cache')

/** Reads a small text file; null when it is not there. */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
