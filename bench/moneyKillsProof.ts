// The proof of the money rig: the ledger of the bank, the acts that were answered, and the books of the product side by side.
import * as sheets from '@yunshu/contract/settlement/settlement'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { confirmException } from '@yunshu/contract/settlement/moneyException'
import { askClose, movePeriod } from '@yunshu/contract/voucher/closing'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { fateOf, resultOf, type BankLine } from '../tests/server/killedBank/bankLedger.ts'
import { reachAll } from '../tests/server/oldDatabase.ts'
import type { Acked } from './moneyKillsHands.ts'

interface Booked {
  readonly payments: readonly {
    readonly order: string
    readonly state: string
    readonly amount: number
    readonly account: string
    readonly out: number
  }[]
  readonly lines: readonly { readonly order: string; readonly part: string }[]
  readonly facts: readonly {
    readonly order: string
    readonly kind: string
    readonly source: string
    readonly verdict: string | null
  }[]
  readonly moves: readonly { readonly num: string; readonly action: string; readonly n: number }[]
  readonly sums: { readonly sheets: number; readonly resolved: number; readonly bank: number }
  readonly closings: { readonly asked: number; readonly moved: number }
}

const reads = {
  payments: `select p.idem_key as "order", p.state, p.amount_fen as amount, p.account_no as account,
      coalesce(sum(case t.direction when 'OUT' then t.amount_fen when 'IN' then -t.amount_fen end), 0)::float8 as out
    from payments p left join trades t on t.payment_id = p.id group by p.id`,
  lines: `select p.idem_key as "order", l.part_id as part from settlement_lines l join payments p on p.id = l.payment_id`,
  facts: 'select order_key as "order", kind, source, verdict from channel_facts',
  moves: `select s.settlement_num as num, e.action, count(*)::int as n from events e join settlements s on s.id = e.entity_id
    where e.entity = 'settlement' and e.from_state is not null group by 1, 2`,
  sums: `select (select count(*) from settlements)::int as sheets,
    (select count(*) from money_exceptions where state = 'resolved')::int as resolved,
    coalesce((select sum(l.credit_fen - l.debit_fen) from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.account = '1002.02' and e.source_type <> 'fund'), 0)::float8 as bank`,
  closings: 'select count(*)::int as asked, coalesce(sum(version - 1), 0)::int as moved from period_closings',
} satisfies Record<keyof Booked, string>

/** All that is looked at, at one moment; or after something was done to the books, which is undone. */
function readBooked(ownerUrl: string, spoil?: string): Promise<Booked> {
  return withClient(ownerUrl, async client => {
    await client.query('begin isolation level repeatable read')
    await reachAll(client)
    if (spoil !== undefined && (await client.query(spoil)).rowCount === 0) throw new Error(`nothing to spoil: ${spoil}`)
    const rows = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => (await client.query<R>(text)).rows
    const [sums] = await rows<Booked['sums']>(reads.sums)
    const [closings] = await rows<Booked['closings']>(reads.closings)
    if (sums === undefined || closings === undefined) throw new Error('a sum has no row')
    const booked = {
      payments: await rows<Booked['payments'][number]>(reads.payments),
      lines: await rows<Booked['lines'][number]>(reads.lines),
      facts: await rows<Booked['facts'][number]>(reads.facts),
      moves: await rows<Booked['moves'][number]>(reads.moves),
      sums,
      closings,
    }
    await client.query('rollback')
    return booked
  })
}

/** Faults by what the bar counts. */
export interface Faults {
  readonly double: string[]
  readonly lost: string[]
  readonly apart: string[]
}

const net = (lines: readonly BankLine[]): number =>
  lines.reduce((sum, { event, amount }) => sum + (event === 'debited' ? amount : event === 'returned' ? -amount : 0), 0)
const kindOf = { success: 'SUCCESS', failed: 'FAILED', returned: 'RETURNED' } as const

/** Orders that came twice, were debited twice or are nobody's, and parts of waybills the bank paid twice. */
function doubled(bank: ReadonlyMap<string, readonly BankLine[]>, { payments, lines }: Booked): string[] {
  const known = new Map(payments.map(payment => [payment.order, payment]))
  const faults: string[] = []
  for (const [order, own] of bank) {
    const times = (event: string) => own.filter(line => line.event === event).length
    const payment = known.get(order)
    if (times('arrived') > 1) faults.push(`订单 ${order} 到达银行 ${times('arrived')} 次`)
    if (times('debited') > 1) faults.push(`订单 ${order} 扣款 ${times('debited')} 次`)
    if (payment === undefined) faults.push(`银行收到本系统没有的订单 ${order}`)
    else if (payment.amount !== own[0]?.amount || payment.account !== own[0]?.account)
      faults.push(`订单 ${order} 的金额或账号与银行收到的不同`)
  }
  // a bank that refused and paid after all may have been overtaken: that is no fault of ours
  const isOvertaken = (order: string): boolean => {
    const { first, then } = fateOf(order)
    return first === 'refused' && then === 'debited'
  }
  for (const [part, of] of Map.groupBy(lines, line => line.part)) {
    const paid = [...new Set(of.map(({ order }) => order))].filter(order => net(bank.get(order) ?? []) > 0)
    if (paid.filter(order => !isOvertaken(order)).length > 1) faults.push(`运单分期 ${part} 被付 ${paid.length} 次`)
  }
  return faults
}

/** Results the bank told or stands by that the product does not have. */
function lostResults(
  bank: ReadonlyMap<string, readonly BankLine[]>,
  { payments, facts }: Booked,
  isEnd: boolean,
): string[] {
  const has = new Set(facts.map(({ order, kind }) => `${order} ${kind}`))
  const faults: string[] = []
  for (const [order, own] of bank) {
    for (const { result } of own)
      if (result && !has.has(`${order} ${kindOf[result]}`)) faults.push(`通知 ${order} ${result} 丢失`)
    const result = resultOf(own)
    if (isEnd && result && !has.has(`${order} ${kindOf[result]}`)) faults.push(`结果 ${order} ${result} 未记录`)
  }
  if (isEnd) for (const { order, verdict } of facts) if (verdict === null) faults.push(`结果 ${order} 未处理`)
  for (const { order, state, out, amount } of payments) {
    const paid = net(bank.get(order) ?? [])
    // before the end the product may not know yet; it never says that money is out which is not
    if (isEnd ? out !== paid : out > 0 && !(bank.get(order) ?? []).some(({ event }) => event === 'debited'))
      faults.push(`订单 ${order} 银行净付 ${paid}，本系统记 ${out}`)
    if (isEnd && (state === 'success') !== (paid === amount))
      faults.push(`订单 ${order} 状态 ${state}，银行净付 ${paid}`)
  }
  return faults
}

const counted = [
  [sheets.submitSettlement, 'submit'],
  [sheets.approveSettlement, 'approve'],
  [sheets.rejectSettlement, 'reject'],
  [sheets.voidSettlement, 'void'],
  [sheets.askVoid, 'askVoid'],
  [sheets.confirmVoid, 'confirmVoid'],
  [sheets.paySettlement, 'pay'],
  [makeFailureSettlement, 'makeFailure'],
] as const

/** Acts that were answered and left no effect, or more than one. */
function effectsApart(acked: readonly Acked[], { moves, sums, closings }: Booked, isEnd: boolean): string[] {
  const faults: string[] = []
  const compare = (name: string, is: number, should: number): void => {
    if (isEnd ? is !== should : is < should) faults.push(`${name}：${is} 次，已确认 ${should} 次`)
  }
  const times = (...paths: readonly string[]): number => acked.filter(({ path }) => paths.includes(path)).length
  const numOf = ({ input }: Acked): string => String(Reflect.get(Object(input), 'settlementNum'))
  for (const [call, move] of counted) {
    const { label } = settlementStates.moves[move]
    const should = Map.groupBy(
      acked.filter(({ path }) => path === call.path),
      numOf,
    )
    const is = new Map(moves.filter(({ action }) => action === label).map(({ num, n }) => [num, n]))
    for (const num of new Set([...should.keys(), ...is.keys()]))
      compare(`${label} ${num}`, is.get(num) ?? 0, should.get(num)?.length ?? 0)
  }
  compare('结算单', sums.sheets, times(sheets.makeSettlement.path, makeFailureSettlement.path))
  compare('复核的支付异常', sums.resolved, times(confirmException.path))
  compare('结账申请', closings.asked, times(askClose.path))
  compare('结账办理', closings.moved, times(movePeriod.path))
  return faults
}

export interface Looked {
  readonly ownerUrl: string
  /** Reads the ledger of the bank. */
  readonly ledger: () => readonly BankLine[]
  readonly acked: readonly Acked[]
  /** All is quiet: whatever was done is known everywhere. */
  readonly isEnd?: boolean
  /** Done to the books before they are read, and undone. */
  readonly spoil?: string
}

/** Looks at the product and the bank; at the end they have to agree to the fen, before it in what was acknowledged. */
export async function lookAt({ ownerUrl, ledger, acked, isEnd = false, spoil }: Looked): Promise<Faults> {
  // answered and told before, then the books, then what happened at the bank up to now
  const [ackedBefore, toldBefore] = [[...acked], ledger()]
  const booked = await readBooked(ownerUrl, spoil)
  const after = Map.groupBy(ledger(), ({ order }) => order)
  const told = new Set(toldBefore.map(line => `${line.order} ${line.event}`))
  const known = new Map(
    [...after].map(([order, lines]) => [
      order,
      lines.filter(({ event }) => event !== 'told' || told.has(`${order} told`)),
    ]),
  )
  const all = [...after.values()].flat()
  return {
    double: doubled(known, booked),
    lost: lostResults(known, booked, isEnd),
    apart: [
      ...effectsApart(ackedBefore, booked, isEnd),
      ...(isEnd && booked.sums.bank !== net(all) ? [`银行账户净付 ${net(all)}，账面 ${booked.sums.bank}`] : []),
    ],
  }
}
