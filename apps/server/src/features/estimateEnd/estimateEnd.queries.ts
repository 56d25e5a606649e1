// Reads of estimates that are let go: requests of a voucher, one under lock, and the parts an estimate stands for.
import type { Input, Output } from '@yunshu/contract/call'
import type { EstimateEnd, listEstimateEnds } from '@yunshu/contract/voucher/estimateEnd'
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { estimateEndStates, estimateMovesOf, type LateCuts } from '@yunshu/domain/voucher/estimateEnd'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { EstimateEnds } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { isAskerOf, rowsOfSide } from '../../work/scope.ts'
import type { LockedPart } from '../part/parts.queries.ts'
import { findVoucherOf } from '../voucher/voucher.queries.ts'

/** Rows of the house's books alone; a branch has its own. */
export const ownEstimateEnds = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

type Named = Selectable<EstimateEnds> & { waybill_no: string; carrier: string }

function show(ctx: Ctx, row: Named): EstimateEnd {
  const state = keyOf(estimateEndStates.states, row.state)
  return {
    id: row.id,
    state,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    carrier: row.carrier,
    amount: fen(row.amount_fen),
    reason: row.reason,
    asker: row.asker_name,
    askedAt: row.created_at,
    checker: row.checker_name ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    answer: row.answer ?? undefined,
    version: row.version,
    moves: estimateMovesOf({ state, isAsker: isAskerOf(ctx, row) }, permit => ctx.can(permit)),
  }
}

/** The most requests of a voucher that are told. */
const toldMost = 100

/** Requests of an estimate in the actor's reach, the last first. */
export async function findEstimateEnds(
  ctx: Ctx,
  { voucherId }: Input<typeof listEstimateEnds>,
): Promise<Output<typeof listEstimateEnds>> {
  await findVoucherOf(ctx, 'TENTATIVE', voucherId)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('estimate_ends as r')
      .innerJoin('waybills as w', 'w.id', 'r.waybill_id')
      .innerJoin('companies as c', 'c.id', 'r.carrier_id')
      .selectAll('r')
      .select(['w.waybill_no', 'c.name as carrier'])
      .where('r.voucher_id', '=', voucherId)
      .where(ownEstimateEnds(ctx.actor, 'r'))
      .orderBy('r.id', 'desc')
      .limit(toldMost),
  )
  return { rows: rows.map(row => show(ctx, row)) }
}

/** One request under lock; of another branch there is none. */
export async function lockEstimateEnd(ctx: Ctx, id: string) {
  const row = await ctx.tx.one(
    q
      .selectFrom('estimate_ends as r')
      .selectAll('r')
      .where('r.id', '=', id)
      .where(ownEstimateEnds(ctx.actor, 'r'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(estimateEndStates.states, row.state) }
}

/** A part whose estimate on a voucher stands, with the carrier it is of. */
interface Standing {
  readonly part_id: string
  readonly carrier_id: string
}

/**
 * The parts of a waybill whose estimate on an entry stands: the last link of the chain of what took it back and had it stand
 * again. A line older than parts is of the part that has the waybill's id.
 */
export const standingOn = (ctx: Ctx, entryId: string, waybillId: string): Promise<Standing[]> =>
  ctx.tx.rows(
    sql<Standing>`with recursive chain as (
        select l.n as root_n, l.waybill_id, l.part_id, l.party_id, l.entry_id, l.n, l.credit_fen
        from journal_lines l where l.entry_id = ${entryId}::uuid and l.waybill_id = ${waybillId}::uuid
          and l.account = '2202.99'
        union all
        select c.root_n, c.waybill_id, c.part_id, c.party_id, r.entry_id, r.n, r.credit_fen
        from chain c join journal_lines r on r.reverses_entry = c.entry_id and r.reverses_n = c.n
      ), ends as (
        select distinct on (root_n) waybill_id, part_id, party_id, credit_fen from chain order by root_n, entry_id desc
      )
      select distinct coalesce(part_id, waybill_id) as part_id, party_id as carrier_id
      from ends where credit_fen > 0`.compile(q),
  )

/** The deductions of a waybill the caller holds beside parts of it that are to end. */
export async function lateCutsBeside(
  ctx: Ctx,
  waybillId: string,
  own: readonly LockedPart[],
  ending: ReadonlySet<string>,
): Promise<LateCuts> {
  const staying = own.filter(({ id, state }) => !ending.has(id) && ['planned', 'ready', 'onSheet'].includes(state))
  const asked = await ctx.tx.first(
    q
      .selectFrom('waybill_claims')
      .select('id')
      .where('waybill_id', '=', waybillId)
      .where('side', '=', 'CARRIER')
      .where('state', '=', 'proposed')
      .where('amount_fen', '<', 0)
      .limit(1),
  )
  return { rest: sumFen(staying.map(part => fen(part.fixed_fen ?? 0))), isAsked: asked !== undefined }
}

/** The number of the sheet a part stands on. */
export const sheetNumOf = async (ctx: Ctx, id: string | null): Promise<string | undefined> =>
  id === null
    ? undefined
    : (await ctx.tx.first(q.selectFrom('settlements').select('settlement_num').where('id', '=', id)))?.settlement_num
