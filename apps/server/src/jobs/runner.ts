// Runs jobs beside the requests: each at its interval, never twice at once, not even on several servers.
import type { Deps } from '../work/ctx.ts'
import { endLease, leaseMs, renewLease, takeLease, type JobLease } from '../work/lease.ts'

export interface Job {
  readonly name: string
  /** Pause between the end of one run and the start of the next, ms, or the setting that says it. */
  readonly everyMs: number | ((config: Deps['config']) => number)
  /** True for a job that runs when the server starts, too. */
  readonly atStart?: boolean
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
  const everyMs = typeof job.everyMs === 'number' ? job.everyMs : job.everyMs(deps.config)
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst || job.atStart !== true) await pause(everyMs, signal)
    if (signal.aborted) return
    try {
      await runAlone(deps, job.name, (held, lost) => job.run(held, AbortSignal.any([signal, lost])))
    } catch (error) {
      log(`job ${job.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/**
 * Runs `work` unless another process holds the lease of this name; answers whether it ran. The deps it is given refuse
 * to write once the lease is lost, and its signal asks it to end then.
 */
export async function runAlone<D extends Pick<Deps, 'pool'>>(
  deps: D,
  name: string,
  work: (deps: D & { readonly lease: JobLease }, lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lease = await takeLease(deps.pool, name)
  if (lease === undefined) return false
  const lost = new AbortController()
  let isAsking = false
  const renewal = setInterval(() => {
    // a transaction under the lease keeps a renewal waiting, and that keeps a connection: one is enough
    if (isAsking) return
    isAsking = true
    // a database that is away for a moment takes the lease from nobody
    renewLease(deps.pool, lease)
      .then(
        isHeld => {
          if (!isHeld) lost.abort()
        },
        () => {},
      )
      .finally(() => {
        isAsking = false
      })
  }, leaseMs / 3)
  try {
    await work({ ...deps, lease }, lost.signal)
    return true
  } finally {
    clearInterval(renewal)
    // one that cannot be given back ends by itself
    await endLease(deps.pool, lease).catch(() => {})
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
