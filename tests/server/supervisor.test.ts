// The supervisor's decisions: what is started after what, what follows when a process ends, and how all of it is stopped.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { checkout } from '../../scripts/supervise/dataDir.ts'
import { keepRole, type Kept, type Ready, type Role } from '../../scripts/supervise/role.ts'
import { startRoles } from '../../scripts/supervise/startRoles.ts'
import { noPast, verdictOf, type Life } from '../../scripts/supervise/verdict.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-supervisor-'))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))
let kept: Kept | undefined
afterEach(async () => {
  kept?.force()
  await kept?.stop()
  kept = undefined
})

const api = { name: 'api', optional: false },
  gateway = { name: 'gateway', optional: true }
const life = (over: Partial<Life> = {}): Life => ({
  wasReady: false,
  livedMs: 100,
  fatal: null,
  how: '退出码 1',
  ...over,
})
/** Verdicts on lives in a row. */
function verdictsOn(role: typeof api, lives: readonly Life[]) {
  let past = noPast
  return lives.map(one => {
    const judged = verdictOf(role, past, one)
    past = judged.past
    return judged.verdict
  })
}
const five = Array.from({ length: 5 }, () => life())

test('a role that never gets ready is started five times, ever later, and then given up in one line', () => {
  const verdicts = verdictsOn(api, five)
  expect(verdicts.map(one => ('afterMs' in one ? one.afterMs : one.step))).toEqual([0, 100, 200, 400, 'giveUp'])
  expect(verdicts[0]?.line).toBe('api 意外退出（退出码 1），正在重启')
  expect(verdicts[4]?.line).toBe('api 意外退出（退出码 1），连续 5 次，不再重启：请查看上面的输出')
})

test('one that was ready comes back however often it is struck down; one that names its reason before is given up at once', () => {
  const struck = verdictsOn(
    api,
    Array.from({ length: 20 }, (_, n) => life({ wasReady: true, livedMs: n % 2 === 0 ? 500 : 60_000, how: 'SIGKILL' })),
  )
  expect(struck.every(({ step }) => step === 'again')).toBe(true)
  // the first crash after a time of quiet is answered at once
  expect(struck.map(one => ('afterMs' in one ? one.afterMs : -1)).slice(0, 4)).toEqual([0, 0, 100, 0])
  const fatal = life({ fatal: '端口 8080 已被占用' })
  expect(verdictsOn(api, [fatal])).toEqual([{ step: 'giveUp', line: '端口 8080 已被占用' }])
  // once it was ready its reason may pass: a database that is away
  const later = verdictsOn(api, [life({ wasReady: true }), fatal, fatal, fatal, fatal])
  expect(later.map(({ step }) => step)).toEqual(['again', 'again', 'again', 'again', 'giveUp'])
})

test('a role the product can do without is never given up: it rests, and is tried again from the beginning', () => {
  const verdicts = verdictsOn(gateway, [life({ fatal: '端口 8808 已被占用' }), ...five, life()])
  expect(verdicts.map(({ step }) => step)).toEqual(['rest', 'again', 'again', 'again', 'again', 'rest', 'again'])
  expect(verdicts[0]).toEqual({
    step: 'rest',
    afterMs: 30_000,
    line: '端口 8808 已被占用；其他功能不受影响，每 30 秒重试一次',
  })
})

const roles: readonly Role[] = [
  { name: 'api', file: 'api', optional: false },
  { name: 'gateway', file: 'gateway', optional: true },
  { name: 'track', file: 'track', optional: true },
]
const ready: Ready = { url: 'http://127.0.0.1:1', accounts: [], password: null }

/** Roles that are started and get ready when the test says so. */
function starting(over: { isTracking?: boolean; isLeaving?: () => boolean } = {}) {
  const told: string[] = []
  const first = Promise.withResolvers<Ready>()
  const lost = Promise.withResolvers<never>()
  const done = startRoles(roles, {
    isTracking: true,
    isLeaving: () => false,
    ...over,
    keep: role => {
      told.push(`start ${role.name}`)
      const never = new Promise<never>(() => {})
      return {
        ready: role.name === 'api' ? first.promise : never,
        lost: role.name === 'api' ? lost.promise : never,
        restart: () => {},
        force: () => {},
        stop: async () => {},
      }
    },
    onKept: () => told.push('kept'),
    onReady: role => told.push(`ready ${role.name}`),
    onLost: error => told.push(String(error)),
  })
  done.catch(() => {})
  return { told, first, lost, done }
}

test('gateway and track are started once the portal is ready, and nobody waits for them; without tracking they are not', async () => {
  const all = starting()
  expect(all.told).toEqual(['start api', 'kept'])
  all.first.resolve(ready)
  await all.done
  expect(all.told.slice(2)).toEqual(['ready api', 'start gateway', 'kept', 'start track', 'kept'])
  all.lost.reject(new Error('given up'))
  await expect.poll(() => all.told.at(-1)).toBe('Error: given up')
  const portal = starting({ isTracking: false })
  portal.first.resolve(ready)
  await portal.done
  expect(portal.told).toEqual(['start api', 'kept', 'ready api'])
})

test('a role that dies at its start ends the start, and one that gets ready while all is taken down starts nothing more', async () => {
  const dies = starting()
  dies.first.reject(new Error('端口 8080 已被占用'))
  await expect(dies.done).rejects.toThrow('端口 8080 已被占用')
  expect(dies.told).toEqual(['start api', 'kept'])
  let isLeaving = false
  const late = starting({ isLeaving: () => isLeaving })
  isLeaving = true
  late.first.resolve(ready)
  await late.done
  expect(late.told.filter(line => line.startsWith('start'))).toEqual(['start api'])
})

let made = 0
/** A role whose process runs these lines; `runs` are the processes it had. */
function roleOf(text: string, optional = false): { role: Role; lines: string[]; runs: () => string[]; kept: Kept } {
  const file = path.join(home, `role${made++}.mjs`)
  const list = `${file}.runs`
  fs.writeFileSync(list, '')
  fs.writeFileSync(
    file,
    `import fs from 'node:fs'\nfs.appendFileSync(${JSON.stringify(list)}, process.pid + '\\n')
const run = fs.readFileSync(${JSON.stringify(list)}, 'utf8').trim().split('\\n').length
const tell = message => new Promise(resolve => process.send(message, resolve))
const ready = () => tell({ ready: true, url: 'http://127.0.0.1:' + run, accounts: [], password: null })
const stay = () => setInterval(() => {}, 1000)\n${text}\n`,
  )
  const lines: string[] = []
  const role = { name: 'api', file: path.relative(checkout, file), optional }
  kept = keepRole(role, process.env, line => lines.push(line))
  return { role, lines, runs: () => fs.readFileSync(list, 'utf8').trim().split('\n'), kept }
}

test('a process that dies at its start, again and again, is rejected with the reason; stopping it then ends at once', async () => {
  const dying = roleOf('process.exit(3)')
  await expect(dying.kept.ready).rejects.toThrow('api 意外退出（退出码 3），连续 5 次')
  await expect(dying.kept.lost).rejects.toThrow('连续 5 次')
  expect(dying.runs()).toHaveLength(5)
  expect(dying.lines).toHaveLength(4)
  const says = roleOf(`await tell({ fatal: '必须设置数据库地址 DATABASE_URL' }); process.exit(1)`)
  await expect(says.kept.ready).rejects.toThrow(/^必须设置数据库地址 DATABASE_URL$/)
  expect(says.runs()).toHaveLength(1)
  await says.kept.stop()
})

test('a process that is killed comes back by itself, one that is asked to start afresh is no failure, and a stop drains it', async () => {
  const events = path.join(home, 'events')
  const note = (word: string): string => `fs.appendFileSync(${JSON.stringify(events)}, '${word} ' + run + '\\n')`
  const one = roleOf(
    `process.on('SIGTERM', () => { ${note('drained')}; process.exit(0) }); await ready(); ${note('ready')}; stay()`,
  )
  const seen = (): string[] => (fs.existsSync(events) ? fs.readFileSync(events, 'utf8').trim().split('\n') : [])
  expect((await one.kept.ready).url).toBe('http://127.0.0.1:1')
  process.kill(Number(one.runs()[0]), 'SIGKILL')
  await expect.poll(() => seen().at(-1)).toBe('ready 2')
  expect(one.lines).toEqual(['api 意外退出（SIGKILL），正在重启'])
  one.kept.restart()
  await expect.poll(() => seen().at(-1)).toBe('ready 3')
  await one.kept.stop()
  expect(seen().slice(-3)).toEqual(['drained 2', 'ready 3', 'drained 3'])
  // neither was told as a failure, and nothing is started after a stop
  expect([one.lines.length, one.runs().length]).toEqual([1, 3])
})

test('a process that does not listen is ended by force; an optional one that rests does not keep a stop waiting', async () => {
  const deaf = roleOf(`process.on('SIGTERM', () => {}); await ready(); stay()`)
  await deaf.kept.ready
  const stopped = deaf.kept.stop()
  deaf.kept.force()
  await stopped
  expect(deaf.runs()).toHaveLength(1)
  const resting = roleOf(`await tell({ fatal: '端口 8808 已被占用' }); process.exit(1)`, true)
  await expect.poll(() => resting.lines).toEqual(['端口 8808 已被占用；其他功能不受影响，每 30 秒重试一次'])
  await resting.kept.stop()
  expect(resting.runs()).toHaveLength(1)
})
