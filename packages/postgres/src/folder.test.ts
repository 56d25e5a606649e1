// The watch over the folder of a cluster: what is gone, what was away between two beats, and what merely fails.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { watchFolder } from './folder.ts'

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
