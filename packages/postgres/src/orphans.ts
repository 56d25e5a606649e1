// Clears what a crash left of an earlier server: a postmaster without a master, backends without a postmaster, a pid
// file that lies.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from './cannotStart.ts'
import { isTaken, serversIn, signalProcess } from './processes.ts'

/**
 * The pid and the status in `postmaster.pid`; null without a file or a pid in it. @source pg_ctl: line 1 is the pid, line
 * 8 the status
 */
export function readPidFile(cluster: string): { pid: number; ready: boolean } | null {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: /^(ready|standby)/.test(lines[7] ?? '') } : null
  } catch {
    return null
  }
}

async function gone(cluster: string, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await pause(10)) {
    if (serversIn(cluster).length === 0) return true
  }
  return serversIn(cluster).length === 0
}

/**
 * Leaves the data directory without any server process. Call only while holding the directory's lock: then processes
 * that still run here have no master. A postmaster is asked first (fast shutdown, 10 s), since it can still write a
 * checkpoint; backends without one are killed: they hold the shared memory that makes the next start fail. @throws
 * CannotStart when a process cannot be ended.
 */
export async function clearOrphans(
  { cluster, socketDir }: { readonly cluster: string; readonly socketDir: string | null },
  log: (line: string) => void,
): Promise<void> {
  const file = readPidFile(cluster)
  const before = serversIn(cluster)
  if (before.length > 0) {
    log(`清理上次留下的 ${before.length} 个数据库进程`)
    if (file && before.includes(file.pid)) {
      signalProcess(file.pid, 'SIGINT')
      await gone(cluster, 10_000)
    }
    for (const pid of serversIn(cluster)) signalProcess(pid, 'SIGKILL')
    if (!(await gone(cluster, 5_000))) {
      throw new CannotStart(
        `数据目录 ${cluster} 仍被数据库进程 ${serversIn(cluster).join('、')} 占用：请结束它们后重试`,
      )
    }
  }
  // PostgreSQL believes a lock file that names any process of its account: a stranger with a recycled number, or a
  // zombie nobody reaps
  if (process.platform === 'win32') return
  const left = readPidFile(cluster)
  if (left && isTaken(left.pid)) fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  // a folder that was deleted holds none
  if (socketDir === null || !fs.existsSync(socketDir)) return
  for (const name of fs.readdirSync(socketDir))
    if (name.startsWith('.s.PGSQL.')) fs.rmSync(path.join(socketDir, name), { force: true })
}
