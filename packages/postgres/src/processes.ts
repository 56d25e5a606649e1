// Facts of the system about processes: whether one lives, its start, and the servers of one data directory.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessMark {
  readonly pid: number
  readonly started: string | null
}

const linux = process.platform === 'linux'

/**
 * State letter and start time of a process; null when there is none. @source proc(5): fields 3 and 22 of /proc/pid/stat
 */
function look(pid: number): { state: string; started: string } | null {
  try {
    if (linux) {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { state: fields[0] ?? '?', started: fields[19] ?? '' }
    }
    if (process.platform === 'win32') {
      process.kill(pid, 0)
      return { state: '?', started: '' }
    }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [state = '?', ...started] = line.split(/\s+/)
    return { state, started: started.join(' ') }
  } catch {
    return null
  }
}

/** The mark of a living process, usually our own. */
export function markOf(pid: number): ProcessMark {
  return { pid, started: look(pid)?.started ?? null }
}

/** The `cluster_name` of a data directory: stands in the title of each of its processes. */
export function clusterName(cluster: string): string {
  return `yunshu_${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
}

/**
 * Does this very process still run? A zombie does not: in a container whose PID 1 never reaps, the dead stay listed.
 */
export function isRunning(mark: ProcessMark): boolean {
  const seen = look(mark.pid)
  return seen !== null && !seen.state.startsWith('Z') && (mark.started === null || seen.started === mark.started)
}

/** Is the number taken, be it by a zombie? That is as far as PostgreSQL itself looks. */
export function isTaken(pid: number): boolean {
  return look(pid) !== null
}

/** Names the process-id space we count in: two containers may share a disk, but not their numbers. */
export function processSpace(): string {
  try {
    return `${fs.readlinkSync('/proc/self/ns/pid')} ${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}`
  } catch {
    return process.platform
  }
}

/** Sends a signal, and does not mind when the process is gone. */
export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function onLinux(cluster: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        // every server process works in its data directory; a shell that happens to stand there is no server
        return (
          // also in one that was deleted under it
          fs.readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '') === cluster &&
          path.basename(fs.readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')) === 'postgres'
        )
      } catch {
        return false
      }
    })
}

function elsewhere(cluster: string): number[] {
  // backends lead sessions of their own, so neither group nor parent tells whose they are: the name in their title does
  const title = `postgres: ${clusterName(cluster)}: `
  return execFileSync('ps', ['-axo', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap(line => {
      const [, pid, state = 'Z', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return !state.startsWith('Z') && (command.startsWith(title) || command.includes(`-D ${cluster} `))
        ? [Number(pid)]
        : []
    })
}

/** Every live server process of this data directory, postmaster or backend. */
export function serversIn(cluster: string): number[] {
  if (linux) return onLinux(cluster)
  return process.platform === 'win32' ? [] : elsewhere(cluster)
}
