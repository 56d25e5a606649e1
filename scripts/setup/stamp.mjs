// Knows whether something built is older than what it is built from, without reading the sources.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { cache, inRoot, readText } from './place.mjs'

function* listing(at) {
  const seen = fs.statSync(at, { throwIfNoEntry: false })
  if (!seen) return
  if (!seen.isDirectory()) yield `${at} ${seen.size} ${seen.mtimeMs}`
  else
    for (const name of fs.readdirSync(at).sort())
      if (name !== 'node_modules' && !/\.(test|spec)\.tsx?$/.test(name)) yield* listing(path.join(at, name))
}

/** A hash of names, sizes and change times below these paths of the checkout. Tests do not count. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const at of paths) for (const line of listing(inRoot(at))) hash.update(`${line}\n`)
  return hash.digest('hex')
}

/** The paths `folder/<each>/tail` that exist in the checkout. */
export function each(folder, tail) {
  const names = fs.existsSync(inRoot(folder)) ? fs.readdirSync(inRoot(folder)) : []
  return names.map(name => `${folder}/${name}/${tail}`).filter(at => fs.existsSync(inRoot(at)))
}

/** Is the stamp of this name the given hash? */
export function isFresh(name, hash) {
  return readText(path.join(cache, `${name}.stamp`)) === hash
}

/** Writes the stamp once the thing is built. */
export function stamp(name, hash) {
  fs.mkdirSync(cache, { recursive: true })
  fs.writeFileSync(path.join(cache, `${name}.stamp`), hash)
}
