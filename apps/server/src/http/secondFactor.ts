// Money with the second factor: where a company asks for it, nobody approves or pays without; nor while these permits
// rest.
import type { CallPermit } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { moneyPermits, type Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { findPlatformHead } from '../db/platform.ts'
import { policiesOfCompany } from '../work/policies.ts'
import { reading, type Tx } from '../db/tx.ts'
import { isResting, may } from '../work/makeCtx.ts'
import { reachOf, type Actor, type Ctx, type Deps } from '../work/ctx.ts'

/**
 * True if the company a person works for wants the second factor for money; for the platform's people its head decides.
 */
export async function isFactorWanted(tx: Tx, { companyId }: Actor): Promise<boolean> {
  return (await policiesOfCompany(tx, companyId ?? (await findPlatformHead(tx)))).factorForMoney
}

/** Refuses (`money.rests`) a call that moves money while the person's permits for it rest. */
export function assertAwake(actor: Actor, permit: CallPermit, now: number): void {
  if (permit === 'session' || permit === 'public' || !isResting(actor, permit, now)) return
  throw new Problem('money.rests', { until: formatDateTime(actor.moneyRestsUntil ?? now) })
}

/**
 * Refuses (`factor.required`) a call that moves money if the person signed in without the second factor their company
 * asks for.
 */
export async function assertFactor(deps: Deps, actor: Actor, permit: CallPermit): Promise<void> {
  if (permit === 'session' || permit === 'public' || !moneyPermits.has(permit) || actor.hasSecondFactor) return
  if (await reading(deps.reads, reachOf(actor), tx => isFactorWanted(tx, actor))) throw new Problem('factor.required')
}

/**
 * Both refusals for a step of money whose call serves other steps too, so that its permit is not the call's. Somebody
 * without the permit hears that it is missing, from the step itself.
 */
export async function assertMoneyStep({ actor, now, tx }: Ctx, permit: Permit): Promise<void> {
  if (!may(actor, permit)) return
  assertAwake(actor, permit, now)
  if (moneyPermits.has(permit) && !actor.hasSecondFactor && (await isFactorWanted(tx, actor)))
    throw new Problem('factor.required')
}
