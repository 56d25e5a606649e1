// Receivables for whoever asks to give some up: shippers that owe a branch, and the waybills of one.
import type { Input, Output } from '@yunshu/contract/call'
import type { listOwed, listOwingShippers } from '@yunshu/contract/writeOff/writeOff'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { findOpenItems } from '../remittance/claimed.queries.ts'
import { ownWriteOffs } from './writeOff.queries.ts'

/** The most shippers one answer names: who does not find theirs types more of its name. */
const shippersMost = 50

/** Shippers that owe a branch in the actor's reach something, by name. */
export async function findOwingShippers(
  ctx: Ctx,
  { text }: Input<typeof listOwingShippers>,
): Promise<Output<typeof listOwingShippers>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .innerJoin('companies as b', join => join.on(sql<boolean>`b.kind = 'BRANCH'`))
      .select(['c.id as shipper_id', 'c.name as shipper_name', 'b.id as branch_id', 'b.name as branch_name'])
      .where(
        allOf([
          contains(['c.name'], text),
          sql<boolean>`exists (select from ar_items i where i.branch_id = b.id and i.shipper_id = c.id
            and i.open_fen > 0 and ${ownWriteOffs(ctx.actor, 'i')})`,
        ]),
      )
      .orderBy('c.name')
      .orderBy('b.name')
      .limit(shippersMost),
  )
  return {
    rows: rows.map(row => ({
      shipperId: row.shipper_id,
      shipperName: row.shipper_name,
      branchId: row.branch_id,
      branchName: row.branch_name,
    })),
  }
}

/**
 * Open receivables of a shipper with a branch in the actor's reach, oldest due first. A shipper the branch never had a
 * receivable of is none, whatever else the ids are of.
 */
export async function findOwed(
  ctx: Ctx,
  { shipperId, branchId, text }: Input<typeof listOwed>,
): Promise<Output<typeof listOwed>> {
  const { shipperName, branchName } = await ctx.tx.one(
    q
      .selectFrom('companies as c')
      .innerJoin('companies as b', join => join.on('b.id', '=', branchId))
      .select(['c.name as shipperName', 'b.name as branchName'])
      .where('c.id', '=', shipperId)
      .where(
        sql<boolean>`exists (select from ar_items i where i.branch_id = b.id and i.shipper_id = c.id
          and ${ownWriteOffs(ctx.actor, 'i')})`,
      ),
  )
  const within = ownWriteOffs(ctx.actor, 'i')
  return { shipperName, branchName, ...(await findOpenItems(ctx, { branchId, shipperId, text, within })) }
}
