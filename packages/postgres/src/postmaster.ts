// One run of the server process: spawned, watched until it answers, signalled, and known to have ended.
import { spawn, spawnSync } from 'node:child_process'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { asAccount } from './account.ts'
import { programPath } from './binaries.ts'
import { CannotStart, explainFailure } from './cannotStart.ts'
import type { Settings } from './config.ts'
import { guardProcess } from './guardian.ts'
import { readPidFile } from './orphans.ts'
import type { Place } from './place.ts'
import { clusterName, signalProcess } from './processes.ts'

/** The end of a server process. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** A server process. */
export interface Postmaster {
  readonly pid: number
  /** Fulfilled when it takes connections; rejected with CannotStart when it ended before. */
  readonly ready: Promise<void>
  readonly exited: Promise<Exit>
  /**
   * Fast shutdown; after 20 s immediate shutdown; after 5 more it is killed, which leaves backends for clearOrphans.
   */
  stop(): Promise<void>
}

const routine =
  /^LOG:  (starting PostgreSQL|listening on|database system (is ready|was shut down|is shut down)|received|redirecting|aborting any active|shutting down|checkpoint (starting|complete))|^FATAL:  the database system is |^DETAIL:  Consistent recovery state has not been yet reached/

/** A TCP port nobody uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

async function untilReady(
  place: Place,
  pid: number,
  ended: { yet: boolean },
  log: (line: string) => void,
): Promise<void> {
  const begun = performance.now()
  for (let told = 10_000; !ended.yet; await pause(8)) {
    const file = readPidFile(place.cluster)
    if (file?.ready && (file.pid === pid || process.platform === 'win32')) return
    if (performance.now() - begun > told) {
      log(`数据库正在恢复，已等待 ${Math.round(told / 1000)} 秒`)
      told += 10_000
    }
  }
}

/** The settings of a server as its command line says them, with where it listens. */
function argumentsOf(place: Place, port: number, settings: Settings): string[] {
  const listen: Settings =
    place.socketDir === null
      ? { listen_addresses: '127.0.0.1', port }
      : { unix_socket_directories: place.socketDir, unix_socket_permissions: '0700', port }
  return Object.entries({ ...settings, ...listen, cluster_name: clusterName(place.cluster) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
}

/** Starts the server of `place`. `throwAway` is a folder to remove should we die without stopping it. */
export function spawnPostmaster(
  place: Place,
  port: number,
  settings: Settings,
  throwAway: string | null,
  log: (line: string) => void,
): Postmaster {
  const args = argumentsOf(place, port, settings)
  // a group of its own: ctrl-C in the terminal must not end the database before the product has drained
  const child = spawn(programPath(place.binaries, 'postgres'), ['-D', place.cluster, ...args], {
    ...asAccount(place.account),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const callOff =
    pid > 0
      ? guardProcess(pid, place.account, {
          ask: 'INT',
          patienceMs: throwAway === null ? 20_000 : 3_000,
          insist: 'QUIT',
          throwAway,
        })
      : () => {}
  let output = ''
  const take = (chunk: Buffer) => {
    const text = chunk.toString()
    output = (output + text).slice(-4_000)
    for (const line of text.split('\n')) if (line.trim() !== '' && !routine.test(line)) log(line)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = { yet: false }
  const exited = new Promise<Exit>(resolve => {
    const end = (code: number | null, name: NodeJS.Signals | null) => {
      if (ended.yet) return
      ended.yet = true
      callOff()
      resolve({ code, signal: name, output })
    }
    child.on('error', error => {
      output += error.message
      end(null, null)
    })
    // not 'close': backends that outlive a killed postmaster keep its output open
    child.on('exit', end)
  })
  const ready = untilReady(place, pid, ended, log).then(async () => {
    if (ended.yet) throw new CannotStart(explainFailure((await exited).output, place.cluster))
  })
  // a later await still sees the fault; without one, the rejection must not end the process
  ready.catch(() => {})
  return {
    pid,
    ready,
    exited,
    async stop() {
      if (ended.yet) return
      const within = async (ms: number): Promise<boolean> => {
        const timer = new AbortController()
        const isGone = await Promise.race([exited.then(() => true), pause(ms, false, { signal: timer.signal })])
        // a timer left running would keep the whole process alive
        timer.abort()
        return isGone
      }
      if (process.platform === 'win32')
        spawnSync(programPath(place.binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-D', place.cluster], asAccount(null))
      else signalProcess(pid, 'SIGINT')
      if (await within(20_000)) return
      log('数据库 20 秒内未能停止，改为立即停止')
      signalProcess(pid, 'SIGQUIT')
      if (await within(5_000)) return
      signalProcess(pid, 'SIGKILL')
      await exited
    },
  }
}
