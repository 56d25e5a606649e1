// The supervisor: its data folder is closed to other accounts, and what cannot be stopped leaves nothing unasked.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '@yunshu/postgres/launcher'
import { afterEach, expect, test } from 'vitest'
import { closeDataDir, dataDir, postgresIn } from '../../scripts/supervise/dataDir.ts'
import { stopEach } from '../../scripts/supervise/stopEach.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

/** A folder anybody may enter, as /srv is. */
function openFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-closed-'))
  fs.chmodSync(folder, 0o755)
  made.push(folder)
  return folder
}
const modeOf = (folder: string): number => fs.statSync(folder).mode & 0o777
const isRoot = process.getuid?.() === 0

test('a link to a disk that is away is the data folder, is refused in words, and no empty one elsewhere takes its place', () => {
  const root = openFolder()
  const elsewhere = path.join(root, 'share')
  fs.symlinkSync(path.join(root, 'disk'), path.join(root, 'data'))
  const env = { XDG_DATA_HOME: elsewhere }
  expect(dataDir(env, root)).toBe(path.join(root, 'data'))
  expect(() => closeDataDir(dataDir(env, root), true)).toThrow(/指向 .*磁盘未挂载/)
  expect(fs.existsSync(elsewhere)).toBe(false)
  // once it is mounted
  fs.mkdirSync(path.join(root, 'disk'))
  expect(dataDir(env, root)).toBe(path.join(root, 'data'))
  closeDataDir(dataDir(env, root), false)
})

test('data/ stood open to every account of the machine: it is for ours alone, new or old', () => {
  const home = openFolder()
  const fresh = path.join(home, 'deep/data')
  closeDataDir(fresh, false)
  expect([modeOf(path.dirname(fresh)), modeOf(fresh)]).toEqual([0o755, 0o700])
  const old = path.join(home, 'old')
  for (const name of ['files', 'incoming', 'postgres']) fs.mkdirSync(path.join(old, name), { recursive: true })
  for (const folder of [old, path.join(old, 'files')]) fs.chmodSync(folder, 0o755)
  closeDataDir(old, false)
  expect([modeOf(old), modeOf(path.join(old, 'files'))]).toEqual([0o700, 0o700])
})

test('a folder that holds things of others keeps its mode, but the files in it are closed', () => {
  const shared = openFolder()
  for (const name of ['files', 'www']) fs.mkdirSync(path.join(shared, name))
  fs.chmodSync(path.join(shared, 'files'), 0o755)
  closeDataDir(shared, true)
  expect([modeOf(shared), modeOf(path.join(shared, 'files'))]).toEqual([0o755, 0o700])
})

test('as root the database runs under another account, which passes through and sees nothing else', async () => {
  const data = path.join(openFolder(), 'data')
  closeDataDir(data, true)
  const lines: string[] = []
  const cluster = await startPostgres({ dataDir: postgresIn(data), log: line => lines.push(line), ephemeral: true })
  try {
    // not moved away to a system folder
    expect(cluster.dataDir).toBe(path.join(fs.realpathSync(data), 'postgres/cluster'))
    expect(modeOf(data)).toBe(isRoot ? 0o710 : 0o700)
    expect(fs.statSync(data).uid).toBe(process.getuid?.())
    if (isRoot) expect(fs.statSync(data).gid).toBe(fs.statSync(cluster.dataDir).gid)
    // a next start, and one on an external database after it
    closeDataDir(data, true)
    expect(modeOf(data)).toBe(isRoot ? 0o710 : 0o700)
    closeDataDir(data, false)
    expect(modeOf(data)).toBe(0o700)
  } finally {
    await cluster.stop()
  }
})

test('a role that cannot be stopped is told, and the others and the database are stopped all the same', async () => {
  const stopped: string[] = []
  const running = (name: string, fault?: Error) => ({
    stop: async () => {
      if (fault) throw fault
      stopped.push(name)
    },
  })
  const faults = await stopEach([
    running('track'),
    running('gateway', new Error('EPERM')),
    running('api'),
    running('db'),
  ])
  expect([stopped, faults]).toEqual([['track', 'api', 'db'], ['EPERM']])
})
