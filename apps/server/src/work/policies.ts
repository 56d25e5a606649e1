// Decisions of companies about themselves (企业策略): read by every feature that a policy steers.
import { policies, policiesOf, type Policies, type PolicyKey } from '@yunshu/domain/company/company'
import { sql, type RawBuilder } from 'kysely'
import { isPlatformHead, isPlatforms } from '../db/platform.ts'
import { q, type Tx } from '../db/tx.ts'

/** The decisions that count at the company of this alias: its own, those of the head company for the branches of the house. */
export const decisionsFor = (companyAlias: string): RawBuilder<unknown> =>
  sql`(case when ${isPlatforms(companyAlias)} then (select house.policies from companies house
    where ${isPlatformHead('house')}) else ${sql.ref(`${companyAlias}.policies`)} end)`

/** The policies in force at a company: the decisions that count there, the standard where nothing was decided. */
export async function policiesOfCompany(tx: Tx, companyId: string): Promise<Policies> {
  const { decided } = await tx.one(
    q.selectFrom('companies as c').select(decisionsFor('c').as('decided')).where('c.id', '=', companyId),
  )
  return policiesOf(decided)
}

/** True where a policy is in force at the company of this alias, inside a statement. */
export function inForce(companyAlias: string, key: PolicyKey): RawBuilder<boolean> {
  const { standard, ...row } = policies[key]
  if ('isFixed' in row) return sql<boolean>`${sql.lit(standard)}`
  return sql<boolean>`coalesce((${decisionsFor(companyAlias)} ->> ${sql.lit(key)})::boolean,
    ${sql.lit(standard)})`
}
