// Reads of policies: the company a person decides for, its policies in force, and the author of the last change.
import type { Output } from '@yunshu/contract/call'
import type { getPolicies } from '@yunshu/contract/policy'
import { batchLimitOf } from '@yunshu/domain/company/batchLimit'
import { policiesOf } from '@yunshu/domain/company/company'
import { lossPolicyOf } from '@yunshu/domain/company/lossPolicy'
import { Problem } from '@yunshu/domain/problems/problems'
import { isPlatformHead } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bySide } from '../../work/scope.ts'

/** The name of a change of policies in the company's history. */
export const policyAction = '修改企业策略'

/**
 * The company whose policies the caller decides: their own, the head company for the platform; a branch decides none.
 */
export function decidingCompany({ actor }: Pick<Ctx, 'actor'>) {
  const companies = q.selectFrom('companies as c').select(['c.id', 'c.name', 'c.policies', 'c.version'])
  return bySide(actor, {
    platform: companies.where(isPlatformHead('c')),
    branch: () => {
      throw new Problem('permit.missing')
    },
    company: me => companies.where('c.id', '=', me),
  })
}

/** The platform alone decides how its books take money that does not come. */
export const decidesLosses = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  bySide(actor, { platform: true, branch: () => false, company: () => false })

/** The policies of the caller's company. */
export async function findPolicies(ctx: Ctx): Promise<Output<typeof getPolicies>> {
  const company = await ctx.tx.one(decidingCompany(ctx))
  const last = await ctx.tx.first(
    q
      .selectFrom('events')
      .select(['user_name as by', 'at'])
      .where('entity_id', '=', company.id)
      .where('action', '=', policyAction)
      .orderBy('id', 'desc')
      .limit(1),
  )
  return {
    companyId: company.id,
    companyName: company.name,
    version: company.version,
    inForce: policiesOf(company.policies),
    batchLimit: batchLimitOf(company.policies),
    ...(decidesLosses(ctx) ? { losses: lossPolicyOf(company.policies) } : {}),
    ...(last === undefined ? {} : { changed: last }),
  }
}
