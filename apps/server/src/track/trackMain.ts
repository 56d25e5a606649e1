// Starts the track role: settings, database, rounds until a signal; then writes what waits and leaves.
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { openAdminDoor, type AdminDoor } from '@yunshu/operations/adminDoor'
import type pg from 'pg'
import { openPool } from '../db/pool.ts'
import { nilId } from '../db/tx.ts'
import { freeWhenIdle } from '../idleMemory.ts'
import { trackRegister } from './figures.ts'
import { TrackRole } from './role.ts'

/** Pause between rounds that found nothing, and after one that failed. */
const idleMs = 1000,
  failedMs = 2000
/** Trails are written this long after the first position that waits; the server checks the setting. */
const flushMs = 1000 * (Number(process.env['TRACK_FLUSH_S']) || 20)

/** Positions of before are let go of; the server checks the setting. */
const keepMs = 86_400_000 * (Number(process.env['TRACK_KEEP_DAYS']) || 180)

/** The port of the gateway for terminals of a demo; 0 for none: a gateway that takes any port cannot be found. */
const gatewayPort = process.env['DEMO_TRUCKS'] === 'off' ? 0 : Number(process.env['GATEWAY_PORT'] ?? 8808)

/** Port of figures and health on the loopback; undefined for none. The server checks the setting. */
const adminPort = process.env['TRACK_ADMIN_PORT'] ? Number(process.env['TRACK_ADMIN_PORT']) : undefined

/** Trucks of a demo are on their ways while the role runs; in any other installation there are none. */
async function startDemo(pool: pg.Pool): Promise<() => void> {
  try {
    const { driveDemo } = await import('../../demo/drive/drive.ts')
    return await driveDemo(pool, gatewayPort)
  } catch (error) {
    say(`track: demo: ${error instanceof Error ? error.message : String(error)}`)
    return () => {}
  }
}

/** The door for operators, where the settings name one. A port that is taken ends the role, which is started again. */
async function openDoor(role: TrackRole, pool: pg.Pool): Promise<AdminDoor | undefined> {
  if (adminPort === undefined) return undefined
  try {
    return await openAdminDoor(adminPort, {
      register: trackRegister(role.figures, pool, Date.now),
      askDatabase: () => pool.query('select 1'),
    })
  } catch (error) {
    tellFatal(`跟踪的监控端口 ${adminPort} 无法打开：${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

const tell = (message: Record<string, unknown>): void => {
  process.send?.(message)
}
const say = (line: string): void => console.error(line)
/** The reason the role cannot run, to its supervisor; without one to the terminal. */
const tellFatal = (fatal: string): void => (process.send ? tell({ fatal }) : say(fatal))

/** The product itself, on every connection of the role. */
const asProduct = ['reach=system', `user=${nilId}`, `company=${nilId}`, `branch=${nilId}`]
  .map(setting => `-c app.${setting}`)
  .join(' ')

const url = process.env['DATABASE_URL']
if (url === undefined || url === '') {
  tellFatal('必须设置数据库地址 DATABASE_URL')
  process.exitCode = 1
} else {
  const pool = openPool({ url, max: 4, log: say, options: asProduct })
  const role = new TrackRole({ pool, owner: `track-${hostname()}`, log: say, now: Date.now, flushMs, keepMs })
  const stopping = new AbortController()
  const door = await openDoor(role, pool)
  freeWhenIdle()
  const stop = (): void => stopping.abort()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // the supervisor is gone: nobody would stop us any more
  process.on('disconnect', stop)
  tell({ ready: true, url: null, accounts: [], password: null })
  const drive = gatewayPort > 0 ? await startDemo(pool) : () => {}
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  while (!stopping.signal.aborted) {
    try {
      if ((await role.round()) === 0) await rest(idleMs)
    } catch (error) {
      say(`track: ${error instanceof Error ? error.message : String(error)}`)
      await rest(failedMs)
    }
  }
  drive()
  await door?.stop()
  await role.stop().catch((error: unknown) => say(`track: ${String(error)}`))
  await pool.end()
  process.exit(0)
}
