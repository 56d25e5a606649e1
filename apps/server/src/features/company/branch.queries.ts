// Reads of branch companies: whose branches an actor keeps, and who belongs to them.
import type { Input, Output } from '@yunshu/contract/call'
import type { countCompanyBranches, listCompanyBranches } from '@yunshu/contract/company/branch'
import { branchStates } from '@yunshu/domain/company/branch'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { isPlatformHead } from '../../db/platform.ts'
import { allOf, bySide } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

/** The company whose branches an actor keeps: its own, the head company for the platform; a branch keeps none. */
export const headOf = (actor: Actor): RawBuilder<boolean> =>
  bySide(actor, {
    platform: isPlatformHead('h'),
    branch: () => {
      throw new Problem('permit.missing')
    },
    company: me => sql<boolean>`(h.kind = 'HEAD' and h.id = ${me}::uuid)`,
  })

const branches = (actor: Actor) =>
  q
    .selectFrom('companies as c')
    .innerJoin('companies as h', 'h.id', 'c.parent_id')
    .where('c.kind', '=', 'BRANCH')
    .where(headOf(actor))

/** One branch of the actor's company, locked for a write. */
export async function lockBranch(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(branches(ctx.actor).selectAll('c').where('c.id', '=', id).forUpdate('c'))
  return { ...row, state: keyOf(branchStates.states, row.state) }
}

const branchTexts = ['c.name', 'c.short_name', 'c.credit_code']

/** Branches by state under the list's filter. */
export async function countBranches(
  ctx: Ctx,
  { text }: Input<typeof countCompanyBranches>,
): Promise<Output<typeof countCompanyBranches>> {
  const rows = await ctx.tx.rows(
    branches(ctx.actor)
      .select('c.state')
      .select(e => e.fn.countAll<number>().as('n'))
      .where(allOf([contains(branchTexts, text)]))
      .groupBy('c.state'),
  )
  return { state: Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

/** Branches, newest first. */
export async function findBranchPage(
  ctx: Ctx,
  input: Input<typeof listCompanyBranches>,
): Promise<Output<typeof listCompanyBranches>> {
  const rows = await ctx.tx.rows(
    branches(ctx.actor)
      .select([
        'c.id',
        'c.name',
        'c.short_name',
        'c.credit_code',
        'c.region_code',
        'c.address',
        'c.contact_name',
        'c.contact_mobile',
        'c.state',
        'c.version',
      ])
      .select(
        sql<number>`(select count(*) from users u where u.branch_company_id = c.id and u.removed_at is null)`.as(
          'people',
        ),
      )
      .where(
        allOf([
          contains(branchTexts, input.text),
          input.state && sql<boolean>`c.state = ${input.state}`,
          afterCursor(input, 'c.id'),
        ]),
      )
      .orderBy('c.id', 'desc')
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => ({
    id: row.id,
    name: row.name,
    shortName: row.short_name,
    creditCode: row.credit_code,
    regionCode: row.region_code,
    address: row.address,
    contactName: row.contact_name,
    contactMobile: row.contact_mobile,
    people: row.people,
    state: keyOf(branchStates.states, row.state),
    version: row.version,
  }))
}

/** A working branch of these that a person chose; any other is a fault of the field. */
export async function findChosenBranch(ctx: Ctx, id: string, whose: RawBuilder<boolean>) {
  const branch = await ctx.tx.first(
    q
      .selectFrom('companies as b')
      .select(['b.name', 'b.parent_id'])
      .where('b.id', '=', id)
      .where('b.kind', '=', 'BRANCH')
      .where('b.state', '=', 'active')
      .where(whose),
  )
  if (!branch)
    throw new Problem(
      'request.field',
      { field: '分公司', reason: '不是可选的值' },
      { fields: { branchId: '不是可选的值' } },
    )
  return branch
}

/** The reasons against closing a branch, in words; undefined when there are none. */
export async function holdsOpen(ctx: Ctx, id: string): Promise<string | undefined> {
  const held = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ people: number; served: number }>`select
    (select count(*) from users where branch_company_id = ${id}::uuid and removed_at is null) as people,
    (select count(*) from companies where branch_id = ${id}::uuid and kind = 'HEAD' and state <> 'closed') as served`.compile(
        q,
      ),
    ),
  )
  if (held.people > 0) return ` ${held.people} 名员工`
  return held.served > 0 ? ` ${held.served} 家服务的企业` : undefined
}
