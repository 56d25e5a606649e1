// The decision after the end of a process of the product: it is started again, now or later, or given up.

/** The life of one process of a role: whether it was ever ready, its own reason to give up, and its end. */
export interface Life {
  readonly wasReady: boolean
  readonly livedMs: number
  readonly fatal: string | null
  readonly how: string
}

/** The lives of a role before: starts in a row that came to nothing, and whether one was ever ready. */
export interface Past {
  readonly failures: number
  readonly everReady: boolean
}

/** Before the first start. */
export const noPast: Past = { failures: 0, everReady: false }

/** The consequence; `line` is for the person at the terminal. */
export type Verdict =
  | { readonly step: 'again'; readonly afterMs: number; readonly line: string }
  /** An optional role that cannot run now: the others do. */
  | { readonly step: 'rest'; readonly afterMs: number; readonly line: string }
  | { readonly step: 'giveUp'; readonly line: string }

const settledMs = 10_000
const quickFailures = 5
/** The time until an optional role that cannot run is tried again. */
const againMs = 30_000

/** The verdict on a life, and the past it leaves to the next. */
export function verdictOf(
  role: { readonly name: string; readonly optional: boolean },
  past: Past,
  { wasReady, livedMs, fatal, how }: Life,
): { readonly past: Past; readonly verdict: Verdict } {
  const everReady = past.everReady || wasReady
  // a role that took work and was then struck down comes back however often; one that never gets ready is given up
  const failures = wasReady ? (livedMs > settledMs ? 1 : Math.min(past.failures, 1) + 1) : past.failures + 1
  const line = fatal ?? `${role.name} 意外退出（${how}）`
  const isFatal = fatal !== null && !everReady
  if (!isFatal && failures < quickFailures) {
    // the first crash is answered at once, the following ones ever later
    const afterMs = failures > 1 ? 100 * 2 ** (failures - 2) : 0
    return { past: { failures, everReady }, verdict: { step: 'again', afterMs, line: `${line}，正在重启` } }
  }
  if (role.optional) {
    const told = `${line}；其他功能不受影响，每 30 秒重试一次`
    return { past: { failures: 0, everReady }, verdict: { step: 'rest', afterMs: againMs, line: told } }
  }
  const last = isFatal ? line : `${line}，连续 ${failures} 次，不再重启：请查看上面的输出`
  return { past: { failures, everReady }, verdict: { step: 'giveUp', line: last } }
}
