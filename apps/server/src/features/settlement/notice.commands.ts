// A channel's notice about a payment: believed only when it is signed, fresh, new, and about an order of ours.
import { Problem } from '@yunshu/domain/problems/problems'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { q } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import { noticeSecret, readNotice, type PaymentNotice } from '../../partners/notice.ts'
import { findPaymentByOrder } from './payment.queries.ts'
import { takeResult } from './payment.results.ts'

/**
 * Takes a notice as it arrived from outside; throws `request.sign`, `request.skew`, `request.bad` or `row.none`, the
 * last also where the channel is not open: no bank speaks for it.
 */
export async function takeNotice(
  deps: Deps,
  channel: PayChannel,
  signed: { timestamp: string; signature: string },
  body: Buffer,
  now: number,
): Promise<void> {
  if (deps.channels.of(channel) === undefined) throw new Problem('row.none')
  const notice = readNotice(noticeSecret(deps.fileSecret, channel), signed, body, now)
  await asSystem(deps, ctx => applyNotice(ctx, channel, notice))
}

/** One event has one effect; an order we do not know or another amount is refused and leaves no trace. */
async function applyNotice(ctx: Ctx, channel: string, notice: PaymentNotice): Promise<void> {
  const payment = await findPaymentByOrder(ctx, channel, notice.orderNo)
  if (payment === undefined) throw new Problem('row.none')
  if (printYuan(fen(payment.amount_fen)) !== notice.amount)
    throw new Problem('request.bad', { reason: '金额与订单不符' })
  // the bank can be quicker than our own note that the order was sent; it will tell again
  if (payment.state === 'created') throw new Problem('request.bad', { reason: '订单尚未发送' })
  const isNew = await ctx.tx.run(
    q
      .insertInto('channel_notices')
      .values({ channel, event_id: notice.eventId, received_at: ctx.now, body: JSON.stringify(notice) })
      .onConflict(c => c.columns(['channel', 'event_id']).doNothing()),
  )
  if (isNew !== 1) return
  await takeResult(
    ctx,
    payment.id,
    notice.result === 'success'
      ? { state: 'success', bankSerial: notice.bankSerial }
      : { state: 'failed', reason: notice.reason ?? '银行退回' },
  )
}
