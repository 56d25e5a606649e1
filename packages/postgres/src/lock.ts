// One master per data directory: a lock that survives crashes, recycled process numbers and two containers on one disk.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from './cannotStart.ts'
import { saysMissing } from './folder.ts'
import { isRunning, markOf, processSpace } from './processes.ts'

/** The address of a running server. `socketDir` is null for TCP on the loopback, which then needs `secret`. */
export interface Endpoint {
  readonly socketDir: string | null
  readonly port: number
  readonly secret: string | null
}

/** The process that holds a data directory. */
export interface Holder {
  readonly pid: number
  readonly started: string | null
  readonly space: string
  readonly endpoint: Endpoint | null
}

/** A held lock. */
export interface Lock {
  /** Tells other programs of the same owner where the server answers. */
  publish(endpoint: Endpoint): void
  release(): void
}

const beatMs = 5_000
const silentMs = 15_000

function endpointFrom(value: unknown): Endpoint | null {
  if (typeof value !== 'object' || value === null) return null
  const { socketDir, port, secret }: { socketDir?: unknown; port?: unknown; secret?: unknown } = value
  if (typeof port !== 'number') return null
  return {
    port,
    socketDir: typeof socketDir === 'string' ? socketDir : null,
    secret: typeof secret === 'string' ? secret : null,
  }
}

function read(file: string): { text: string; holder: Holder | null; ageMs: number } | null {
  try {
    const text = fs.readFileSync(file, 'utf8')
    const ageMs = Date.now() - fs.statSync(file).mtimeMs
    let value: unknown = null
    try {
      value = JSON.parse(text)
    } catch {
      // cut off by a full disk or a power cut: nobody's lock
    }
    const { pid, started, space, endpoint }: { pid?: unknown; started?: unknown; space?: unknown; endpoint?: unknown } =
      value ?? {}
    const holder =
      typeof pid === 'number' && typeof space === 'string'
        ? { pid, space, started: typeof started === 'string' ? started : null, endpoint: endpointFrom(endpoint) }
        : null
    return { text, holder, ageMs }
  } catch {
    return null
  }
}

function holds(seen: { holder: Holder | null; ageMs: number }): boolean {
  if (!seen.holder) return false
  // numbers of another container mean nothing here: its beat has to speak for it
  return seen.holder.space === processSpace() ? isRunning(seen.holder) : Math.abs(seen.ageMs) < silentMs
}

/** The living holder of the data folder `root`, or null. */
export function holderOf(root: string): Holder | null {
  const seen = read(path.join(root, 'lock.json'))
  return seen && holds(seen) ? seen.holder : null
}

/**
 * Takes the lock of `root`, replacing one whose holder died. `onBeat` is told at each beat whether the lock
 * is still there.
 * @throws CannotStart when a living process holds it.
 */
export async function takeLock(
  root: string,
  log: (line: string) => void,
  onBeat: (isThere: boolean) => void = () => {},
): Promise<Lock> {
  const file = path.join(root, 'lock.json')
  const me = { ...markOf(process.pid), space: processSpace() }
  const aside = `${file}.${process.pid}`
  // written aside and linked or renamed into place: nobody may ever read half a lock and take it for a dead one
  const write = (endpoint: Endpoint | null, place: (from: string, to: string) => void) => {
    fs.writeFileSync(aside, JSON.stringify({ ...me, endpoint }), { mode: 0o600 })
    try {
      place(aside, file)
    } finally {
      fs.rmSync(aside, { force: true })
    }
  }
  for (let tries = 0; ; tries++) {
    const seen = read(file)
    if (seen && holds(seen)) {
      const holder = seen.holder
      if (holder && holder.space !== me.space && tries < 40) {
        if (tries === 0) log('数据目录可能正被另一个容器使用，等待其心跳停止（至多 20 秒）')
        await pause(500)
        continue
      }
      throw new CannotStart(
        `运枢已在使用这个数据目录（进程 ${holder?.pid ?? '?'}，${root}）：请先停止它，或用 DATA_DIR 指定别的目录`,
      )
    }
    if (seen) {
      // two starters may both see the dead lock: the one that moved a lock that is not the dead one puts it back
      try {
        fs.renameSync(file, aside)
        if (fs.readFileSync(aside, 'utf8') !== seen.text) fs.linkSync(aside, file)
      } catch {
        // the other starter was faster: look again
      }
      fs.rmSync(aside, { force: true })
    }
    try {
      write(null, fs.linkSync)
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || tries > 50) throw error
    }
  }
  const beat = setInterval(() => {
    const now = new Date()
    fs.utimes(file, now, now, error => onBeat(!saysMissing(error)))
  }, beatMs)
  beat.unref()
  return {
    publish: endpoint => write(endpoint, fs.renameSync),
    release() {
      clearInterval(beat)
      fs.rmSync(file, { force: true })
    },
  }
}
