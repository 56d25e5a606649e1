// Runs jobs beside the requests: each at its interval, never twice at once, not even on several servers.
import type { Deps } from '../work/ctx.ts'

export interface Job {
  readonly name: string
  /** Pause between the end of one run and the start of the next, ms. */
  readonly everyMs: number
  /** One run; `signal` asks it to end early because the server stops. */
  run(deps: Deps, signal: AbortSignal): Promise<void>
}

export interface RunningJobs {
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>
}

/** Starts all jobs. A run that throws is logged and tried again at the next interval. */
export function startJobs(deps: Deps, jobs: readonly Job[], log: (line: string) => void = console.error): RunningJobs {
  const stopping = new AbortController()
  const loops = jobs.map(job => loop(deps, job, stopping.signal, log))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function loop(deps: Deps, job: Job, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  for (;;) {
    await pause(job.everyMs, signal)
    if (signal.aborted) return
    try {
      await alone(deps, job.name, () => job.run(deps, signal))
    } catch (error) {
      log(`job ${job.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Name of the lock a process holds while it runs a job. */
export const lockOfJob = (name: string): string => `job ${name}`

/**
 * Runs `work` unless another process holds the job of this name; answers whether it ran. The lock belongs to a
 * connection, so that a process that dies gives it back.
 */
export async function alone(deps: Pick<Deps, 'pool'>, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await deps.pool.connect()
  let broken = false
  try {
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as got',
      [lockOfJob(name)],
    )
    if (rows[0]?.got !== true) return false
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockOfJob(name)]).catch(() => {
        broken = true
      })
    }
    return true
  } finally {
    client.release(broken)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
