// One figure of the bench: what was measured, against which baseline of the same run, and whether the goal is reached.

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The value it is compared with, measured in the same run. */
  readonly baseline?: string
  readonly goal: string
  readonly reached: boolean
  readonly detail?: string
}

export interface Bench {
  readonly name: string
  readonly run: () => Promise<readonly Figure[]>
}

/** Middle value of an odd or even list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** `q`-quantile (0–1), nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? NaN
}

/** Runs two works alternately, `rounds` times each, so that both meet the same noise; answers ms per call. */
export async function alternate(
  rounds: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<{ first: number[]; second: number[] }> {
  const times = { first: [] as number[], second: [] as number[] }
  for (let i = 0; i < rounds; i++)
    for (const [key, work] of [
      ['first', first],
      ['second', second],
    ] as const) {
      const start = performance.now()
      await work()
      times[key].push(performance.now() - start)
    }
  return times
}

/** Prints figures as a table; answers true if every goal is reached. */
export function report(figures: readonly Figure[]): boolean {
  for (const f of figures)
    console.log(
      `${f.reached ? '达到  ' : '未达到'} ${f.name}: ${Number.isInteger(f.value) ? f.value : f.value.toFixed(2)} ${f.unit}（目标 ${f.goal}${f.baseline ? `；基线 ${f.baseline}` : ''}）${f.detail ? ` ${f.detail}` : ''}`,
    )
  return figures.every(f => f.reached)
}
