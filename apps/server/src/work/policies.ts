// Decisions of companies about themselves (企业策略): read by every feature that a policy steers.
import { policies, policiesOf, type Policies, type PolicyKey } from '@yunshu/domain/company/company'
import { sql, type RawBuilder } from 'kysely'
import { q, type Tx } from '../db/tx.ts'

/** The policies in force at a company: its own decisions, the standard where it decided nothing. */
export async function policiesOfCompany(tx: Tx, companyId: string): Promise<Policies> {
  return policiesOf((await tx.one(q.selectFrom('companies').select('policies').where('id', '=', companyId))).policies)
}

/** True where a policy is in force at the company of this alias, inside a statement. */
export function inForce(companyAlias: string, key: PolicyKey): RawBuilder<boolean> {
  const { standard, ...row } = policies[key]
  if ('isFixed' in row) return sql<boolean>`${sql.lit(standard)}`
  return sql<boolean>`coalesce((${sql.ref(`${companyAlias}.policies`)} ->> ${sql.lit(key)})::boolean,
    ${sql.lit(standard)})`
}
