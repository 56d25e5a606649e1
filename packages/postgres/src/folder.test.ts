// The folder of a cluster: what is there at a start, what is gone, what was away between two beats, and what merely fails.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { CannotStart } from './cannotStart.ts'
import { clusterVersion, watchFolder } from './folder.ts'
import { preparePlace } from './place.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-folder-'))
const root = path.join(home, 'postgres')
const aside = path.join(home, 'aside')
const cluster = path.join(root, 'cluster')
beforeEach(() => {
  for (const folder of [root, aside]) fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(cluster, { recursive: true })
  fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '18\n')
})
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

test('a folder that is away at two beats in a row is gone, and stays so', async () => {
  const watch = watchFolder({ root, cluster })
  fs.renameSync(root, aside)
  expect(watch.isAway()).toBe(true)
  watch.onBeat(false)
  expect(watch.isLost()).toBe(false)
  watch.onBeat(false)
  expect(watch.isLost()).toBe(true)
  expect((await watch.lost).message).toContain('已不存在')
  fs.renameSync(aside, root)
  watch.onBeat(true)
  expect(watch.isLost()).toBe(true)
})

test('a folder that was put back between two beats ends nothing, however often', () => {
  const watch = watchFolder({ root, cluster })
  for (let times = 0; times < 3; times++) {
    fs.renameSync(root, aside)
    watch.onBeat(false)
    fs.renameSync(aside, root)
    watch.onBeat(true)
  }
  expect(watch.isLost()).toBe(false)
})

test('a folder in whose place a file stands is gone; one that cannot be read, or lost its lock alone, is not', () => {
  fs.rmSync(cluster, { recursive: true })
  // every look into it fails, and not because something is missing: ELOOP here, EIO or ESTALE of a disk
  fs.symlinkSync('cluster', cluster)
  const failing = watchFolder({ root, cluster })
  for (let beats = 0; beats < 3; beats++) failing.onBeat(false)
  expect([failing.isAway(), failing.isLost()]).toEqual([false, false])
  fs.rmSync(cluster)
  fs.writeFileSync(cluster, '')
  const replaced = watchFolder({ root, cluster })
  for (let beats = 0; beats < 2; beats++) replaced.onBeat(false)
  expect(replaced.isLost()).toBe(true)
})

/** All that stands below a folder, with the text of files and the targets of links. */
const standsIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .map(entry => {
      const file = path.join(entry.parentPath, entry.name)
      const holds = entry.isFile() ? fs.readFileSync(file, 'utf8') : entry.isSymbolicLink() ? fs.readlinkSync(file) : ''
      return `${file} ${holds}`
    })
    .toSorted()

test('a cluster is made only where there is certainly none: no folder, or an empty one', () => {
  expect(clusterVersion(cluster)).toBe('18')
  fs.rmSync(path.join(cluster, 'PG_VERSION'))
  expect(clusterVersion(cluster)).toBeNull()
  fs.rmSync(cluster, { recursive: true })
  expect(clusterVersion(cluster)).toBeNull()
})

test('a cluster that is there and cannot be read, or is not whole, is refused in one line and left as it is', () => {
  const version = path.join(cluster, 'PG_VERSION')
  const replaced = (make: () => void) => () => {
    fs.rmSync(cluster, { recursive: true })
    make()
  }
  const kinds: readonly (readonly [() => void, string])[] = [
    [() => fs.rmSync(version), '不完整'],
    [() => fs.writeFileSync(version, ''), '不完整'],
    [() => (fs.rmSync(version), fs.mkdirSync(version)), '无法读取（EISDIR）'],
    // the answer of a disk that fails: not that something is missing
    [() => (fs.rmSync(version), fs.symlinkSync('PG_VERSION', version)), '无法读取（ELOOP）'],
    [replaced(() => fs.symlinkSync('cluster', cluster)), '无法读取（ELOOP）'],
    [replaced(() => fs.symlinkSync('/nowhere/disk', cluster)), '无法读取（ENOENT）'],
    [replaced(() => fs.writeFileSync(cluster, 'x')), '无法读取（ENOTDIR）'],
  ]
  for (const [spoil, why] of kinds) {
    fs.rmSync(root, { recursive: true })
    fs.mkdirSync(cluster, { recursive: true })
    fs.writeFileSync(version, '18\n')
    fs.writeFileSync(path.join(cluster, 'postgresql.conf'), 'kept')
    spoil()
    const before = standsIn(root)
    expect(() => clusterVersion(cluster)).toThrow(CannotStart)
    expect(() => clusterVersion(cluster)).toThrow(why)
    expect(standsIn(root)).toEqual(before)
  }
})

test('a data folder that is a link to a disk that is away is refused, and the link stays', () => {
  const data = path.join(home, 'linked')
  fs.symlinkSync('/nowhere/disk', data)
  expect(() => preparePlace(data, () => {})).toThrow('指向 /nowhere/disk')
  expect(fs.readlinkSync(data)).toBe('/nowhere/disk')
})
