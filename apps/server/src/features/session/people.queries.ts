// Who and what a person may choose in the shell's selectors: colleagues and branch companies.
import type { Input, Output } from '@yunshu/contract/call'
import type { listBranches, listEmployees } from '@yunshu/contract/session'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { businessTypeOf } from './actor.ts'

const employeesMax = 50
const branchesMax = 200
/** Bit of role_flags that marks companies of the platform itself. */
const platformBit = 1

/**
 * Enabled people of the caller's company; the platform sees those of every company, a branch those of the companies it
 * serves. `text` is part of a name, an account or a company's name.
 */
export async function findEmployees(ctx: Pick<Ctx, 'actor' | 'tx'>, { text }: Input<typeof listEmployees>): Promise<Output<typeof listEmployees>> {
  const { side, companyId, branchId } = ctx.actor
  let query = q.selectFrom('users as u').innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.name', 'u.account', 'c.id as companyId', 'c.name as companyName', 'c.credit_code as trustCode', 'c.role_flags', 'c.is_contract as isContract'])
    .where('u.state', '=', 'enabled').orderBy('c.name').orderBy('u.name').orderBy('u.id').limit(employeesMax)
  if (side === 'branch') query = query.where((e) => e.or([e('c.branch_id', '=', branchId ?? null), e('u.branch_company_id', '=', branchId ?? null)]))
  else if (side !== 'platform') query = query.where('u.company_id', '=', companyId ?? null)
  const typed = contains(['u.name', 'u.account', 'c.name'], text)
  if (typed) query = query.where(typed)
  // the wall lets a branch see its own people only; the scope above is what it may choose from
  const rows = side === 'branch' ? await ctx.tx.elevated(() => ctx.tx.rows(query)) : await ctx.tx.rows(query)
  return { rows: rows.map(({ role_flags, ...row }) => ({ ...row, businessType: businessTypeOf(role_flags) })) }
}

/** Branch companies: all of the platform's for the platform, its own for a branch, its own branches for a company. */
export async function findBranches(ctx: Pick<Ctx, 'actor' | 'tx'>): Promise<Output<typeof listBranches>> {
  const { side, companyId, branchId } = ctx.actor
  const all = q.selectFrom('companies').select(['id', 'name']).where('kind', '=', 'BRANCH').where('state', '=', 'active').orderBy('id').limit(branchesMax)
  if (side === 'platform') return { rows: await ctx.tx.rows(all.where(sql<boolean>`role_flags & ${platformBit} <> 0`)) }
  if (side === 'branch') return { rows: await ctx.tx.rows(all.where('id', '=', branchId ?? null)) }
  return { rows: await ctx.tx.rows(all.where('parent_id', '=', companyId ?? null)) }
}
