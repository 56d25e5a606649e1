// Changing what a company decides for itself; each changed policy is a line of the company's history.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/policy'
import { batchLimitInWords, batchLimitLabels, batchLimitOf, type BatchLimit } from '@yunshu/domain/company/batchLimit'
import { freePolicies, isHousePolicy, policies, policiesOf, policyInWords } from '@yunshu/domain/company/company'
import { lossPolicyInWords, lossPolicyLabels, lossPolicyOf, type LossPolicy } from '@yunshu/domain/company/lossPolicy'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { wrongField } from '../../http/fieldFault.ts'
import { logEvent, stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { decidesLosses, decidingCompany, haveThreeHands, policyAction } from './policy.queries.ts'

/** Puts the caller's decisions in force at once; decisions that stay the same leave no trace in the history. */
export async function setPolicies(
  ctx: Ctx,
  { version, decisions: said, batchLimit, losses }: Input<typeof calls.setPolicies>,
): Promise<Output<typeof calls.setPolicies>> {
  if (losses !== undefined && !decidesLosses(ctx)) throw new Problem('permit.missing')
  const company = await ctx.tx.one(decidingCompany(ctx).forUpdate())
  if (version !== company.version) throw await stale(ctx, company.id)
  const before = policiesOf(company.policies)
  const meddled = decidesLosses(ctx) ? undefined : freePolicies.filter(isHousePolicy).find(key => key in said)
  if (meddled !== undefined) throw wrongField(`decisions.${meddled}`, '不是可用的参数')
  const decisions = policiesOf({ ...before, ...said })
  const isOfHands = (['approverPays', 'specialistSubmits', 'financeApproves'] as const).some(
    key => decisions[key] !== before[key],
  )
  if (isOfHands && !decisions.approverPays && !(await haveThreeHands(ctx, company.id, decisions)))
    throw wrongField('decisions', '关闭“审核人可以支付”须有三个人各办一步，目前人员不够')
  const limit = batchLimitOf(company.policies)
  const diff = [
    ...freePolicies
      .filter(key => decisions[key] !== before[key])
      .map(key => ({
        field: policies[key].label,
        old: policyInWords(before[key]),
        new: policyInWords(decisions[key]),
      })),
    ...(batchLimit === undefined ? [] : changedLimits(limit, batchLimit)),
    ...(losses === undefined ? [] : changedLosses(lossPolicyOf(company.policies), losses)),
  ]
  ctx.touched('company', company.id, diff)
  if (diff.length === 0) return { id: company.id, version }
  const chosen = JSON.stringify({
    ...Object.fromEntries(freePolicies.map(key => [key, decisions[key]])),
    ...(batchLimit === undefined ? {} : { batchLimit }),
    ...(losses === undefined ? {} : { losses }),
  })
  await ctx.tx.run(
    q
      .updateTable('companies')
      .set({ policies: sql`policies || ${chosen}::jsonb`, version: version + 1, updated_at: ctx.now })
      .where('id', '=', company.id),
  )
  await logEvent(ctx, { entity: 'company', entityId: company.id, action: policyAction, diff })
  return { id: company.id, version: version + 1 }
}

const changedLimits = (before: BatchLimit, after: BatchLimit) =>
  (['rows', 'sum'] as const)
    .filter(key => after[key] !== before[key])
    .map(key => ({
      field: batchLimitLabels[key],
      old: batchLimitInWords(key, before),
      new: batchLimitInWords(key, after),
    }))

const changedLosses = (before: LossPolicy, after: LossPolicy) =>
  (['tailMost', 'isDirect', 'debtMost'] as const)
    .filter(key => after[key] !== before[key])
    .map(key => ({
      field: lossPolicyLabels[key],
      old: lossPolicyInWords(key, before),
      new: lossPolicyInWords(key, after),
    }))
