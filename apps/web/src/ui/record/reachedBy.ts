// The people who brought a record into its states, and the times, as its history tells.
import type { LogLine } from '@yunshu/contract/goods/goods'
import type { Machine } from '@yunshu/domain/states'

/** The latest line of history by which each state was reached. */
export function reachedBy<S extends string>(
  { moves }: Machine<S>,
  log: readonly Pick<LogLine, 'action' | 'at' | 'by'>[],
): ReadonlyMap<S, { readonly at: number; readonly by: string }> {
  const latest = new Map<S, { at: number; by: string }>()
  for (const { action, at, by } of log) {
    const made = Object.values(moves).find(({ label }) => label === action)
    if (made && at >= (latest.get(made.to)?.at ?? 0)) latest.set(made.to, { at, by })
  }
  return latest
}

/** The moment a record came into the state it is in; where it never left the first one, that of its making. */
export function stateSince<S extends string>(
  machine: Machine<S>,
  {
    state,
    log,
    createdAt,
  }: { readonly state: S; readonly log: Parameters<typeof reachedBy>[1]; readonly createdAt: number },
): number | undefined {
  return reachedBy(machine, log).get(state)?.at ?? (state === machine.start ? createdAt : undefined)
}
