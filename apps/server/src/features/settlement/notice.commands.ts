// A channel's notice about a payment: believed only when it is signed and fresh; a believed one is always kept.
import { parseYuan } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type { Deps } from '../../work/ctx.ts'
import { noticeSecret, readNotice } from '../../partners/notice.ts'
import { hearFact } from './channelFact.commands.ts'

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
  const amountFen = parseYuan(notice.amount)
  if (amountFen === undefined) throw new Problem('request.bad', { reason: '通知金额不正确' })
  await hearFact(deps, {
    channel,
    source: 'NOTICE',
    orderKey: notice.orderNo,
    kind: kindOfNotice[notice.result],
    amountFen,
    bankSerial: notice.bankSerial,
    reason: notice.reason,
    raw: notice,
  })
}

const kindOfNotice = { success: 'SUCCESS', failed: 'FAILED', returned: 'RETURNED' } as const
