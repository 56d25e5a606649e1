// Filling an input invoice: bound to all waybills a filter finds, the one signed first before the others.
import type { Input, Output } from '@yunshu/contract/call'
import type { fillInputInvoice } from '@yunshu/contract/invoice/input'
import { fen, subtractFen, sumFen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { fillInOrder } from '@yunshu/domain/voucher/binding'
import { sql } from 'kysely'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { lockInput } from './input.queries.ts'
import { bindInput } from './inputBind.commands.ts'
import { candidatesOf } from './inputCandidates.queries.ts'
import { bindableOf } from './inputRoom.queries.ts'

/** The most waybills one call binds. */
const fillMost = 500

/** Binds the oldest waybills with room until the invoice is full; those that others fill meanwhile are passed over. */
export async function fillInput(
  ctx: Ctx,
  { id, version, ...filter }: Input<typeof fillInputInvoice>,
): Promise<Output<typeof fillInputInvoice>> {
  const input = await lockInput(ctx, id)
  if (input.version !== version) throw await stale(ctx, id)
  const left = subtractFen(fen(input.gross_fen), fen(input.bound_fen))
  const found = await ctx.tx.rows(candidatesOf(ctx, input, filter).limit(fillMost))
  const ids = found.map(row => row.id)
  await ctx.tx.rows(bindableOf(input, ids).select('w.id').forUpdate('w'))
  // a statement of its own: it counts what was bound before the rows were held
  const rooms = await ctx.tx.rows(candidatesOf(ctx, input, filter).where(sql<boolean>`w.id = any(${ids}::uuid[])`))
  const filled = fillInOrder(
    left,
    rooms.map(row => ({ id: row.id, free: fen(row.open) })),
  ).filter(({ amount }) => amount > 0)
  if (filled.length === 0) throw new Problem('input.noRoom')
  const providers = new Set(rooms.slice(0, filled.length).flatMap(row => row.providers))
  if (filter.provider === undefined && providers.size > 1)
    throw wrongField('provider', `可绑定运单有${[...providers].join('、')}的，请先选择供应商`)
  const lines = filled.map(({ id: waybillId, amount }) => ({ waybillId, amount }))
  const { provider } = filter
  const bound = await bindInput(ctx, { id, version, lines, ...(provider === undefined ? {} : { provider }) })
  return { ...bound, waybills: lines.length, amount: sumFen(lines.map(({ amount }) => amount)) }
}
