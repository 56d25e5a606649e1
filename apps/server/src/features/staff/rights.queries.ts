// Whether people and positions go beyond the caller's own rights, and the refusals when they do.
import { dataScopes, type DataScope } from '@yunshu/domain/account/account'
import { beyondWords, rightsBeyond, rightsOf, type Position, type Rights } from '@yunshu/domain/account/rights'
import { Problem } from '@yunshu/domain/problems/problems'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

/** The rights of the caller, as they stand. */
export const ownRights = ({ isHead, permits, dataScope, branchId }: Actor): Rights => ({
  isHead,
  permits,
  scope: dataScope,
  office: branchId,
})

/** A position of a row. */
export const positionOf = (row: {
  name: string
  is_system: boolean
  functions: readonly string[]
  data_scope: string
}): Position => ({
  name: row.name,
  isSystem: row.is_system,
  functions: row.functions,
  scope: keyOf(dataScopes, row.data_scope),
})

/** A person whose rights are compared. */
export interface Judged {
  readonly id: string
  readonly name: string
  readonly is_admin: boolean
  readonly branch_company_id: string | null
}

/** The rights a person has by their positions now. */
export async function findRights(ctx: Ctx, person: Judged): Promise<Rights> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', 'r.id', 'ur.role_id')
      .select(['r.name', 'r.is_system', 'r.functions', 'r.data_scope'])
      .where('ur.user_id', '=', person.id),
  )
  return rightsOf(rows.map(positionOf), {
    isAdmin: person.is_admin,
    office: person.branch_company_id ?? undefined,
  })
}

/** Refuses to change a person who stands above the caller (`staff.beyond`); answers the person's rights. */
export async function assertBelow(ctx: Ctx, person: Judged): Promise<Rights> {
  const theirs = await findRights(ctx, person)
  const beyond = rightsBeyond(ownRights(ctx.actor), theirs)
  if (beyond.length > 0 && person.id !== ctx.actor.userId)
    throw new Problem('staff.beyond', { name: person.name, what: beyondWords(beyond) })
  return theirs
}

/** Refuses to give rights the caller does not have (`role.beyond`), at the field they are chosen in. */
export function assertOwn(ctx: Ctx, given: Rights, field?: 'roleIds' | 'functions' | 'dataScope'): void {
  const beyond = rightsBeyond(ownRights(ctx.actor), given)
  if (beyond.length === 0) return
  const what = beyondWords(beyond)
  throw new Problem(
    'role.beyond',
    { what },
    field === undefined ? {} : { fields: { [field]: `含有您没有的权限：${what}` } },
  )
}

/** The rights a position gives the caller's own office: what the caller must have to give or change it. */
export const rightsOfPosition = (position: Position, office: string | undefined): Rights =>
  rightsOf([position], { office })

/** A position as it is said, before it is kept. */
export const saidPosition = (said: { name: string; functions: readonly string[]; dataScope: DataScope }): Position => ({
  name: said.name,
  isSystem: false,
  functions: said.functions,
  scope: said.dataScope,
})
