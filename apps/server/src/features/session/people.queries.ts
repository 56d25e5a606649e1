// Choices of a person in the shell's selectors: people to work for and branch companies.
import type { ActingFor } from '@yunshu/contract/session/acting'
import type { Input, Output } from '@yunshu/contract/call'
import type { listBranches, listEmployees } from '@yunshu/contract/session/session'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { isPlatforms } from '../../db/platform.ts'
import { allOf, bySide, rowsOfSide } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { businessTypeOf } from './actor.ts'

const employeesMax = 50
const branchesMax = 200

/**
 * People an actor may work for, of `users u` and `companies c`: enabled ones of their own company; the platform those
 * of
 * every company, a branch those of the companies it serves. Never oneself, never people of the platform.
 */
export function isEmployeeOf(actor: Pick<Actor, 'side' | 'userId' | 'companyId' | 'branchId'>): RawBuilder<boolean> {
  return allOf([
    rowsOfSide(actor, { branch: 'c.branch_id', company: 'u.company_id' }),
    sql<boolean>`u.id <> ${actor.userId}::uuid`,
    sql<boolean>`u.state = 'enabled'`,
    sql<boolean>`u.removed_at is null`,
    sql<boolean>`not ${isPlatforms('c')}`,
    sql<boolean>`c.state not in ('suspended', 'closed')`,
  ])
}

const employees = q
  .selectFrom('users as u')
  .innerJoin('companies as c', 'c.id', 'u.company_id')
  .select([
    'u.id',
    'u.name',
    'u.account',
    'c.id as companyId',
    'c.name as companyName',
    'c.credit_code as trustCode',
    'c.role_flags',
    'c.is_contract as isContract',
  ])
type Found = Awaited<ReturnType<typeof employees.execute>>[number]
const show = ({ role_flags, ...row }: Found) => ({ ...row, businessType: businessTypeOf(role_flags) })

/** People the caller may work for; `text` is part of a name, an account or a company's name. */
export async function findEmployees(
  ctx: Pick<Ctx, 'actor' | 'tx'>,
  { text }: Input<typeof listEmployees>,
): Promise<Output<typeof listEmployees>> {
  const query = employees
    .where(allOf([isEmployeeOf(ctx.actor), contains(['u.name', 'u.account', 'c.name'], text)]))
    .orderBy('c.name')
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(employeesMax)
  // the wall lets a branch see its own people only; the condition is what it may choose from
  return { rows: (await ctx.tx.elevated(() => ctx.tx.rows(query))).map(show) }
}

/** One person the caller may work for; nobody else is found. */
export async function findEmployee(ctx: Pick<Ctx, 'actor' | 'tx'>, id: string) {
  return show(await ctx.tx.elevated(() => ctx.tx.one(employees.where('u.id', '=', id).where(isEmployeeOf(ctx.actor)))))
}

/** The person the caller works for at the moment, with their company. */
export async function findActingFor(ctx: Pick<Ctx, 'actor' | 'tx'>): Promise<ActingFor | undefined> {
  const { actingFor } = ctx.actor
  if (actingFor === undefined) return undefined
  const { id: userId, ...person } = show(await ctx.tx.one(employees.where('u.id', '=', actingFor.userId)))
  return { userId, ...person }
}

/** Branch companies: all of the platform's for the platform, its own for a branch, its own branches for a company. */
export async function findBranches(ctx: Pick<Ctx, 'actor' | 'tx'>): Promise<Output<typeof listBranches>> {
  const all = q
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('kind', '=', 'BRANCH')
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(branchesMax)
  const kept = bySide(ctx.actor, {
    platform: all.where(isPlatforms('companies')),
    branch: id => all.where('id', '=', id),
    company: id => all.where('parent_id', '=', id),
  })
  return { rows: await ctx.tx.rows(kept) }
}
