// Reads of policies: the company a person decides for, its policies in force, and the author of the last change.
import type { Output } from '@yunshu/contract/call'
import type { getPolicies } from '@yunshu/contract/policy'
import { batchLimitOf } from '@yunshu/domain/company/batchLimit'
import {
  missingPosition,
  policiesOf,
  withoutHouses,
  type Policies,
  type PositionStep,
} from '@yunshu/domain/company/company'
import { haveOneEach } from '@yunshu/domain/company/hands'
import { lossPolicyOf } from '@yunshu/domain/company/lossPolicy'
import type { Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { isPlatformHead, isPlatforms } from '../../db/platform.ts'
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

/**
 * Whether three people of a company can make and submit, approve and pay a sheet, where these policies leave steps to
 * positions.
 */
export async function haveThreeHands(ctx: Ctx, companyId: string, decided: Policies): Promise<boolean> {
  const people = await ctx.tx.rows(
    q
      .selectFrom('users as u')
      .select(['u.id', 'u.is_admin'])
      .select(
        sql<string[]>`array(select distinct f from user_roles ur join roles r on r.id = ur.role_id
          cross join unnest(r.functions) f where ur.user_id = u.id)`.as('permits'),
      )
      .select(
        sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id)`.as('roles'),
      )
      .where(
        sql<boolean>`u.company_id is not distinct from (select c.id from companies c
          where c.id = ${companyId}::uuid and not ${isPlatforms('c')})`,
      )
      .where('u.state', '=', 'enabled')
      .where('u.removed_at', 'is', null),
  )
  const hands = (permit: Permit, step?: PositionStep): string[] =>
    people
      .filter(({ is_admin: isAdmin, permits }) => isAdmin || permits.includes(permit))
      .filter(({ roles }) => step === undefined || missingPosition(decided, step, roles) === undefined)
      .map(({ id }) => id)
  const others = [hands('settlement.approve', 'approve'), hands('settlement.pay')]
  // the submitter of a sheet is barred as its maker is, and may be the same person
  return [hands('settlement.make'), hands('settlement.submit', 'submit')].every(first =>
    haveOneEach([first, ...others]),
  )
}

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
  const inForce = policiesOf(company.policies)
  return {
    companyId: company.id,
    companyName: company.name,
    version: company.version,
    inForce: decidesLosses(ctx) ? inForce : withoutHouses(inForce),
    batchLimit: batchLimitOf(company.policies),
    ...(decidesLosses(ctx) ? { losses: lossPolicyOf(company.policies) } : {}),
    ...(last === undefined ? {} : { changed: last }),
  }
}
