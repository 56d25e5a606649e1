// One process of the product, kept running: started, restarted after a crash, given up after five starts in a row that
// never got ready.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guard } from '@yunshu/postgres/guardian'
import { checkout } from './dataDir.ts'

/**
 * A process the product consists of. `file` is relative to the checkout. One that is optional never takes the others
 * down: when it cannot run, that is said in a line, and it is tried again.
 */
export interface Role {
  readonly name: string
  readonly file: string
  readonly optional: boolean
}

/** The message of a role that takes work. */
export interface Ready {
  readonly url: string | null
  readonly accounts: readonly { readonly account: string; readonly who: string }[]
  readonly password: string | null
}

/** A role under care. */
export interface Kept {
  /** Its first readiness; rejected with one line when it cannot start. */
  readonly ready: Promise<Ready>
  /** Rejected with one line when it had been ready and was then given up; otherwise pending for ever. */
  readonly lost: Promise<never>
  /** Ends the process and starts it afresh, for a developer who changed its sources. */
  restart(): void
  /** SIGTERM, so that it drains; SIGKILL after 15 s, or at once when forced. */
  stop(): Promise<void>
  force(): void
}

/** The time a role has to end: to finish what it does, after it was left alone for as long as it was told to wait. */
const drainMs = (env: NodeJS.ProcessEnv): number => 15_000 + 1000 * (Number(env['DRAIN_S']) || 0)
const settledMs = 10_000
const quickFailures = 5
/** The time until an optional role that cannot run is tried again. */
const againMs = 30_000

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readyFrom(message: unknown): Ready | null {
  if (fieldOf(message, 'ready') !== true) return null
  const accounts = fieldOf(message, 'accounts')
  return {
    url: textOf(fieldOf(message, 'url')),
    password: textOf(fieldOf(message, 'password')),
    accounts: Array.isArray(accounts)
      ? accounts.map(entry => ({ account: String(fieldOf(entry, 'account')), who: String(fieldOf(entry, 'who')) }))
      : [],
  }
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32' && signal === 'SIGTERM') {
    // Windows knows no polite signal: the role drains when its channel closes, as it does when we die
    if (child.connected) child.disconnect()
    return
  }
  try {
    if (process.platform !== 'win32' && signal === 'SIGKILL' && child.pid) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // gone already
  }
}

/** The life of one process of a role: whether it was ever ready, its own reason to give up, and its end. */
interface Life {
  readonly wasReady: boolean
  readonly livedMs: number
  readonly fatal: string | null
  readonly how: string
}

/** Runs the process of a role once, to its end. `onStart` gets the process, `onReady` its first word that it takes work. */
function live(
  role: Role,
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
  onReady: (ready: Ready) => void,
): Promise<Life> {
  return new Promise(resolve => {
    const begun = performance.now()
    let wasReady = false
    let fatal: string | null = null
    // a group of its own: ctrl-C must reach it only through us, once
    const running = spawn(process.execPath, [path.join(checkout, role.file)], {
      cwd: checkout,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    onStart(running)
    // a role that is stuck in a loop does not notice that its channel closed
    const callOff = running.pid
      ? guard(running.pid, null, { ask: 'TERM', patienceMs: drainMs(env), insist: 'KILL', throwAway: null })
      : () => {}
    running.on('message', message => {
      const ready = readyFrom(message)
      if (ready) {
        wasReady = true
        onReady(ready)
      }
      fatal ??= textOf(fieldOf(message, 'fatal'))
    })
    const done = (how: string) => {
      callOff()
      resolve({ wasReady, fatal, how, livedMs: performance.now() - begun })
    }
    running.on('error', error => done(error.message))
    running.on('exit', (code, signal) => done(signal ?? `退出码 ${code}`))
  })
}

/** Starts a role and keeps it running until it is stopped. `log` takes one line. */
export function keep(role: Role, env: NodeJS.ProcessEnv, log: (line: string) => void): Kept {
  let child: ChildProcess | null = null
  let stopping = false
  let restarting = false
  const first = Promise.withResolvers<Ready>()
  const lost = Promise.withResolvers<never>()
  // either may be rejected before anyone awaits it
  first.promise.catch(() => {})
  lost.promise.catch(() => {})

  const once = () =>
    live(
      role,
      env,
      started => {
        child = started
      },
      first.resolve,
    )

  const patienceMs = drainMs(env)
  const leaving = new AbortController()
  const run = async () => {
    let everReady = false
    let told = ''
    for (let failures = 0; !stopping;) {
      const { wasReady, livedMs, fatal, how } = await once()
      everReady ||= wasReady
      if (stopping) return
      if (restarting) {
        restarting = false
        continue
      }
      // a role that took work and was then struck down comes back however often; one that never gets ready is given up
      if (wasReady) failures = livedMs > settledMs ? 1 : Math.min(failures, 1) + 1
      else failures++
      const line = fatal ?? `${role.name} 意外退出（${how}）`
      if ((fatal !== null && !everReady) || failures >= quickFailures) {
        if (role.optional) {
          // the same reason is told once, not every time it is tried
          if (line !== told) log(`${line}；其他功能不受影响，每 30 秒重试一次`)
          told = line
          failures = 0
          await pause(againMs, undefined, { signal: leaving.signal }).catch(() => {})
          continue
        }
        const last = fatal !== null && !everReady ? fatal : `${line}，连续 ${failures} 次，不再重启：请查看上面的输出`
        first.reject(new Error(last))
        lost.reject(new Error(last))
        return
      }
      log(`${line}，正在重启`)
      // the first crash is answered at once, the following ones ever later
      if (failures > 1) await pause(100 * 2 ** (failures - 2))
    }
  }
  const running = run()

  return {
    ready: first.promise,
    lost: lost.promise,
    restart() {
      if (role.optional && child?.exitCode !== null) return
      restarting = true
      if (child) end(child, 'SIGTERM')
    },
    async stop() {
      stopping = true
      leaving.abort()
      if (child?.exitCode === null && child.signalCode === null) end(child, 'SIGTERM')
      if (await Promise.race([running.then(() => true), pause(patienceMs, false, { ref: false })])) return
      log(`${role.name} ${patienceMs / 1000} 秒内未能结束，强制结束`)
      if (child) end(child, 'SIGKILL')
      await running
    },
    force() {
      if (child) end(child, 'SIGKILL')
    },
  }
}
