// Movements that stand twice, as money that came and as the return a bank named before: one stays the bank's.
import { reconItemStates } from '@yunshu/domain/recon/recon'
import { channelAccount } from '@yunshu/domain/trade'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import { nameReturnOf } from './trade.commands.ts'

/** A movement that stands twice: as money that came, and as the return a bank named before. */
export interface BookedTwice {
  readonly remittanceId: string
  /** The word of the bank. */
  readonly factId: string
  readonly paymentId: string
}

/** The movements of the entries of each of the two, and whether a line of the bank's file is one of them. */
async function sidesOf(ctx: Ctx, { remittanceId, factId }: Pick<BookedTwice, 'remittanceId' | 'factId'>) {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ id: string; is_word: boolean; is_laid: boolean; happened_at: number }>`
        select t.id, e.source_type = 'channelFact' as is_word, t.happened_at,
          (exists (select from recon_lines l where l.trade_id = t.id)
            or exists (select from recon_line_trades l where l.trade_id = t.id)) as is_laid
        from trades t join journal_entries e on e.id = t.entry_id
        where t.account = ${channelAccount} and not t.is_repeat and (e.event = 'E0' and e.source_type = 'remittance'
          and e.source_id = ${remittanceId}::uuid or e.event in ('E7r', 'E7e') and e.source_type = 'channelFact'
          and e.source_id = ${factId}::uuid)
        order by t.id`.compile(q),
    ),
  )
  return { word: rows.filter(row => row.is_word), came: rows.filter(row => !row.is_word) }
}

/** Whether the bank's file has each of the two: then it moved money twice. */
export async function isMovedTwice(ctx: Ctx, of: Pick<BookedTwice, 'remittanceId' | 'factId'>): Promise<boolean> {
  const { word, came } = await sidesOf(ctx, of)
  return [word, came].every(side => side.some(row => row.is_laid))
}

/** Ends what is kept against movements that are none of the bank: no line of its file is looked for, or suggested, any more. */
async function endDifferences(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.run(q.updateTable('recon_lines').set({ suggested_id: null }).where('suggested_id', 'in', ids))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('recon_items')
      .select(['id', 'state', 'version'])
      .where('trade_id', 'in', ids)
      .where('line_id', 'is', null)
      .where('state', '<>', 'matched')
      .orderBy('id')
      .forUpdate(),
  )
  const items = rows.map(row => ({ ...row, state: keyOf(reconItemStates.states, row.state) }))
  await moveAll(ctx, reconItemStates, items, 'match')
}

/**
 * Leaves one of the two as the movement of the bank: the one its file has, else the one with the number of the slip. Answers
 * the moment of the other, which the books take out on its own day.
 */
export async function tellTradesOne(ctx: Ctx, twice: BookedTwice): Promise<number> {
  const { word, came } = await sidesOf(ctx, twice)
  const isWordKept = word.some(row => row.is_laid)
  const [kept] = isWordKept ? word : came
  const out = isWordKept ? came : word
  const [first] = out
  if (kept === undefined || first === undefined) throw new Error(`no movement of remittance ${twice.remittanceId}`)
  const ids = out.map(row => row.id)
  await ctx.tx.elevated(async () => {
    await endDifferences(ctx, ids)
    const nobody = { payment_id: null, settlement_id: null, shipper_id: null, carrier_id: null, is_repeat: true }
    await ctx.tx.run(q.updateTable('trades').set(nobody).where('id', 'in', ids))
    if (isWordKept) return
    await ctx.tx.run(q.updateTable('trade_waybills').set({ trade_id: kept.id }).where('trade_id', 'in', ids))
    await ctx.tx.run(nameReturnOf(twice.remittanceId, twice.paymentId))
  })
  return first.happened_at
}
