// Channels sheets are paid by, as they are: the largest amount of one order, and whether they answer.
import { fen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { payChannels, silence, type PayChannel } from '@yunshu/domain/settlement/settlement'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q, type Tx } from '../../db/tx.ts'
import type { Ctx, Deps } from '../../work/ctx.ts'
import { assertHandsFor } from './offline.queries.ts'
import { accountKey, payeesOfLines } from './linePayees.queries.ts'
import type { Sheet, SheetLine } from './settlement.queries.ts'

/** The money one account gets by one order. */
interface Ordered {
  readonly payee: { readonly name: string }
  readonly amount: Fen
}

/** Refuses orders the chosen channel cannot carry out: too large for it, or by hand where nobody could record them. */
export async function assertPayableBy(
  ctx: Ctx,
  channel: PayChannel,
  sheet: Sheet,
  orders: readonly Ordered[],
): Promise<void> {
  assertWithinLimit(ctx, channel, orders)
  if (channel === 'OFFLINE') await assertHandsFor(ctx, sheet)
}

/** Refuses orders larger than the chosen channel takes, naming the channel and the first of them. */
function assertWithinLimit({ deps }: Pick<Ctx, 'deps'>, key: PayChannel, orders: readonly Ordered[]): void {
  const max = deps.channels.of(key)?.maxFen
  const over = max === undefined ? undefined : orders.find(({ amount }) => amount > max)
  if (over === undefined || max === undefined) return
  const others = deps.channels.keys.filter(other => (deps.channels.of(other)?.maxFen ?? over.amount) >= over.amount)
  const way = others.length > 0 ? `请改用${others.map(other => payChannels[other]).join('、')}` : '请分几张结算单支付'
  const reason = `${payChannels[key]}单笔最高 ${printMoney(max)} 元，付给${over.payee.name}的 ${printMoney(over.amount)} 元超过限额，${way}`
  throw new Problem('request.field', { field: '支付通道', reason }, { fields: { channel: reason } })
}

/** The largest amount any channel of the installation takes; undefined where one names none, or there is none at all. */
function largestOf({ channels }: Pick<Deps, 'channels'>): Fen | undefined {
  const limits = channels.keys.map(key => channels.of(key)?.maxFen)
  const named = limits.filter(max => max !== undefined)
  return named.length === 0 || named.length < limits.length ? undefined : fen(Math.max(...named))
}

/** Refuses a sheet with `payment.overLimit` of which an account would get more at once than any channel takes. */
export async function assertSomeChannelTakes(ctx: Ctx, sheet: Sheet, lines: readonly SheetLine[]): Promise<void> {
  const max = largestOf(ctx.deps)
  if (max === undefined) return
  const payees = await payeesOfLines(
    ctx,
    sheet.carrier_id,
    lines.map(({ payee_id }) => ({ payee_id, payee: null })),
  )
  const paid = lines.flatMap((line, index) => {
    const payee = payees[index]
    return payee === undefined ? [] : [{ payee, amount: fen(line.pay_fen) }]
  })
  for (const own of Map.groupBy(paid, ({ payee }) => accountKey(payee)).values()) {
    const amount = sumFen(own.map(each => each.amount))
    if (amount > max)
      throw new Problem('payment.overLimit', {
        payee: own[0]?.payee.name ?? '',
        amount: printMoney(amount),
        max: printMoney(max),
      })
  }
}

/** A channel that gave no answer to several orders in a row. */
export interface Silent {
  readonly channel: PayChannel
  /** The moment of its last answer; null: it never gave one. */
  readonly answeredAt: number | null
  /** The moment the last of these orders left. */
  readonly sentAt: number | null
}

/**
 * The channels that are silent: several orders, each asked about or sent since the last answer of the channel to anybody,
 * had none. One answer ends it. Signs are written a moment after they are given: a channel that has just answered may be
 * called silent for that moment longer, and one that is asked again in vain is silent all the while.
 */
export async function findSilent(tx: Tx): Promise<Silent[]> {
  const rows = await tx.elevated(() =>
    tx.rows(
      sql<{ channel: string; answered_at: number | null; sent_at: number | null }>`
        select p.channel, s.succeeded_at as answered_at, max(p.sent_at) as sent_at
        from payments p join partner_signs s on s.partner = p.channel
        where p.next_at is not null and p.state = 'unknown' and s.failed_at > coalesce(s.succeeded_at, 0)
          and p.updated_at > coalesce(s.succeeded_at, 0)
        group by 1, 2 having count(*) >= ${silence.orders} order by 1`.compile(q),
    ),
  )
  return rows.map(row => ({
    channel: keyOf(payChannels, row.channel),
    answeredAt: row.answered_at,
    sentAt: row.sent_at,
  }))
}

/** Whether an order waits with us: its channel is silent, and another one was sent a short while ago to see whether it answers. */
export async function isHeldBack(ctx: Ctx, channel: PayChannel): Promise<boolean> {
  const silent = (await findSilent(ctx.tx)).find(each => each.channel === channel)
  return silent !== undefined && (silent.sentAt ?? 0) > ctx.now - silence.tryMs
}
