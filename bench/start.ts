// Second start to ready, and resident memory of server and database when idle.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bench, Figure } from './figure.ts'

const supervisor = path.resolve(import.meta.dirname, '../scripts/supervisor.ts')

/** Starts a product and waits until it is ready. */
export async function startOnce(
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; ms: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, [supervisor], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: '', PORT: '18099', DATA_DIR: dataDir, DEMO: '1', ...settings },
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve())
    child.on('exit', code => reject(new Error(`supervisor ended with ${code}`)))
  })
  return { child, ms: performance.now() - start }
}

export async function stopProduct(child: ChildProcess): Promise<void> {
  const gone = new Promise(resolve => child.on('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Process and all below it, with their command lines. */
export function tree(pid: number): { pid: number; command: string }[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => match !== null)
    .map(match => ({ pid: Number(match[1]), ppid: Number(match[2]), command: match[3] ?? '' }))
  const found = new Set([pid])
  for (let grown = true; grown;) {
    grown = false
    for (const row of all)
      if (found.has(row.ppid) && !found.has(row.pid)) {
        found.add(row.pid)
        grown = true
      }
  }
  return all.filter(row => found.has(row.pid))
}

/** Proportional set size in MB: shared pages counted once over the processes that share them. */
export const pssMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
const rssMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export const startBench: Bench = {
  name: 'start',
  run: async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'yunshu-start-'))
    chmodSync(dataDir, 0o755)
    try {
      await stopProduct((await startOnce(dataDir)).child)
      const times: number[] = []
      let figures: Figure[] = []
      for (let i = 0; i < 5; i++) {
        const { child, ms } = await startOnce(dataDir)
        times.push(ms)
        if (i === 4) {
          await new Promise(resolve => setTimeout(resolve, 10_000))
          const below = tree(child.pid ?? 0)
          const server = below.find(row => row.command.includes('apps/server/src/main.ts'))
          const postmaster = Number(
            /^\s*(\d+) \S*postgres -D/m.exec(
              execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
                .split('\n')
                .filter(line => line.includes(dataDir))
                .join('\n'),
            )?.[1],
          )
          const databases = tree(postmaster).map(row => row.pid)
          const serverMb = server ? rssMb(server.pid) : NaN
          const databaseMb = databases.reduce((sum, pid) => sum + pssMb(pid), 0)
          figures = [
            { name: '服务进程空闲内存', value: serverMb, unit: 'MB RSS', goal: '≤ 125', reached: serverMb <= 125 },
            {
              name: '数据库空闲内存',
              value: databaseMb,
              unit: 'MB PSS',
              goal: '≤ 100',
              reached: databaseMb <= 100,
              detail: `${databases.length} 个进程`,
            },
          ]
        }
        await stopProduct(child)
      }
      const least = Math.min(...times) / 1000
      return [
        {
          name: '第二次启动到就绪',
          value: least,
          unit: 's',
          goal: '≤ 1.5',
          reached: least <= 1.5,
          detail: `五次：${times.map(ms => (ms / 1000).toFixed(2)).join(' ')}`,
        },
        ...figures,
      ]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
