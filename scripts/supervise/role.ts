// One process of the product, kept running: started, restarted after a crash, given up after five starts in a row that
// never got ready.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guardProcess } from '@yunshu/postgres/guardian'
import { checkout } from './dataDir.ts'
import { noPast, verdictOf, type Life } from './verdict.ts'

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
      ? guardProcess(running.pid, null, { ask: 'TERM', patienceMs: drainMs(env), insist: 'KILL', throwAway: null })
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
export function keepRole(role: Role, env: NodeJS.ProcessEnv, log: (line: string) => void): Kept {
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
    let past = noPast
    let told = ''
    while (!stopping) {
      const life = await once()
      if (stopping) return
      if (restarting) {
        restarting = false
        past = { ...past, everReady: past.everReady || life.wasReady }
        continue
      }
      const judged = verdictOf(role, past, life)
      const { verdict } = judged
      past = judged.past
      if (verdict.step === 'giveUp') {
        first.reject(new Error(verdict.line))
        lost.reject(new Error(verdict.line))
        return
      }
      // the reason for a rest is told once, not every time it is tried
      if (verdict.step === 'again' || verdict.line !== told) log(verdict.line)
      if (verdict.step === 'rest') told = verdict.line
      if (verdict.afterMs > 0) await pause(verdict.afterMs, undefined, { signal: leaving.signal }).catch(() => {})
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
