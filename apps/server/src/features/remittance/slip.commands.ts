// A remittance entered by hand, with the bank's slip that tells of it.
import type { Input, Output } from '@yunshu/contract/call'
import type { recordRemittance as call } from '@yunshu/contract/remittance/remittance'
import { formatDate } from '@yunshu/domain/figures/time'
import { plainSerial } from '@yunshu/domain/fund'
import { Problem, problemText } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { enterRemittance } from './remittance.commands.ts'

/** Records money of the branch the person works for by its slip; refused without one. */
export async function recordRemittance(
  ctx: Ctx,
  said: Input<typeof call>,
  stored: StoredUploads,
): Promise<Output<typeof call>> {
  await assertNoLine(ctx, said.serial)
  const made = await enterRemittance(ctx, said)
  const owner = { entity: 'remittance', id: made.id, category: 'SLIP', shipperId: nilId, carrierId: nilId } as const
  await keepUploads(ctx, stored, { ...owner, branchId: ctx.actor.branchId ?? nilId })
  return made
}

/** Refuses by hand what a line of the bank's file can be entered as: that line would never be a payment come back, or recorded. */
async function assertNoLine(ctx: Ctx, typed: string): Promise<void> {
  const serial = plainSerial(typed)
  const line = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('recon_lines as l')
        .innerJoin('recon_items as i', 'i.line_id', 'l.id')
        .select(['l.day', 'l.n'])
        .where('l.branch_id', '=', ctx.actor.branchId ?? nilId)
        .where('l.trade_id', 'is', null)
        .where('l.direction', '=', 'IN')
        // one that does not name its payer is entered by hand alone
        .where('l.other_name', 'is not', null)
        .where('l.other_account', 'is not', null)
        .where(sql<boolean>`l.entered_upper = upper(${serial})`)
        .where('i.state', '<>', 'matched')
        .where('i.made_note', 'is', null)
        .orderBy('l.id'),
    ),
  )
  if (line === undefined) return
  const detail = { serial, day: formatDate(line.day), n: line.n }
  throw new Problem('recon.line', detail, { fields: { serial: problemText('recon.line', detail) } })
}
