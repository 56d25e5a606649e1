// People of the demo at work after it is written: one thing each, in a transaction of its own, through the product's commands.
import { findAbsent } from '../src/features/session/absent.queries.ts'
import { reachOf, type Ctx, type Deps } from '../src/work/ctx.ts'
import { writing } from '../src/work/makeCtx.ts'
import { errorStream } from '../src/work/system.ts'
import { demoCompanyId, demoUserId } from './people.ts'

export type Person = Parameters<typeof demoUserId>[0]
/** Does one thing as a person of the demo; people of the platform may do it in a branch. */
export type Act = <T>(person: Person, work: (ctx: Ctx) => Promise<T>, branch?: string) => Promise<T>

export const actOn =
  (deps: Deps): Act =>
  async (person, work, branch) => {
    const own = await findAbsent(deps, demoUserId(person), null)
    if (own === undefined) throw new Error(`demo: ${person} may not work`)
    const actor = branch === undefined ? own : { ...own, side: 'branch' as const, branchId: demoCompanyId(branch) }
    const request = { deps, actor, now: Date.now(), requestId: 'demo', ip: '', log: errorStream, files: [] }
    return writing(request, reachOf(actor), work)
  }

/** A step of the demo after it is written. */
export type DemoStep = (deps: Deps, act: Act) => Promise<void>

/** Takes the steps; one that cannot be made is told and leaves the others whole. */
export async function takeSteps(
  deps: Deps,
  what: string,
  steps: readonly DemoStep[],
  log: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  const act = actOn(deps)
  for (const step of steps)
    try {
      await step(deps, act)
    } catch (error) {
      log(`demo ${what}: ${step.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  log(`demo ${what} moved in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
