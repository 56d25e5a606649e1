// The things looked at before a month is closed: how many rows stand against each, and where they are.
import type { Output } from '@yunshu/contract/call'
import { listUrl } from '@yunshu/contract/screens/screens'
import type { getPeriod } from '@yunshu/contract/voucher/closing'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { InputClass } from '@yunshu/domain/invoice/inputClass'
import { openRemittances } from '@yunshu/domain/remittance'
import { channelAccount } from '@yunshu/domain/trade'
import { closeChecks, isOver, type CloseCheck } from '@yunshu/domain/voucher/closing'
import { shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder } from 'kysely'
import { awaitedOf, isAwaited } from '../../db/awaitedInvoices.ts'
import { dayOf } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { isLeftWord } from '../../db/leftWord.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import {
  isOpenOver,
  isTail,
  isUnbooked,
  isUnbound,
  isUnexplained,
  isUnposted,
  isUnresolved,
} from './bookFaults.queries.ts'
import { monthsBefore } from './months.queries.ts'
import { subledgerFaults, subledgers, type SubledgerName } from './subledgers.queries.ts'
import { isUnclosed, uninvoicedTax } from './uninvoiced.queries.ts'

interface Month {
  readonly branchId: string
  readonly period: string
  readonly start: number
  readonly end: number
  readonly now: number
}

/** Days after which an estimate is old. */
const oldDays = 90

/** Parties for whom an account of the branch differs from the records it stands for. */
const countApart = (name: SubledgerName, { branchId }: Month): RawBuilder<number> =>
  sql<number>`select count(*) from (${subledgerFaults(name, sql<boolean>`branch_id = ${branchId}::uuid`)}) as faults`

/** Payments whose result is open: a word of the bank without a verdict leaves it as open as none does. */
const openPayments = ({ branchId, end }: Month): RawBuilder<unknown> => sql`
  select id, settlement_id from payments where branch_id = ${branchId}::uuid and state in ('created', 'sent', 'unknown')
    and created_at < ${end}::bigint
  union select p.id, p.settlement_id from channel_facts f join payments p on p.channel = f.channel
    and p.idem_key = f.order_key
    where p.branch_id = ${branchId}::uuid and p.created_at < ${end}::bigint and ${isLeftWord}`

/** The most sheets a link names. */
const namedMost = 50

/** The list of the sheets with open payments, whatever their state: a word may be about one that was paid. */
async function findPaymentsPlace(ctx: Ctx, month: Month): Promise<string> {
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<{ settlement_num: string }>`select distinct s.settlement_num from (${openPayments(month)}) as open
        join settlements s on s.id = open.settlement_id order by 1 limit ${namedMost}`.compile(q),
    ),
  )
  return listUrl('SettlementList', { numbers: JSON.stringify(rows.map(row => row.settlement_num)) })
}

/** Waybills signed before the month ended of which an invoice of the class is waited for, as the list of those has them. */
const countAwaited = (of: InputClass, { branchId, end, now }: Month): RawBuilder<number> =>
  sql<number>`select count(*) from waybills w where w.branch_id = ${branchId}::uuid and w.signed_at < ${end}::bigint
    and ${isAwaited(of, now)} and ${awaitedOf[of]} > 0`

/** Rows that stand against each check but those of sub-ledgers, counted by SQL. */
const counted: Readonly<Record<Exclude<CloseCheck, 'ended' | SubledgerName>, (month: Month) => RawBuilder<number>>> = {
  earlier: ({ branchId, period }) => monthsBefore(sql`${branchId}::uuid`, period),
  drafts: ({ branchId, end }) =>
    sql<number>`select count(*) from vouchers v where v.branch_id = ${branchId}::uuid and ${isUnposted('v')}
      and v.date < ${end}::bigint`,
  payments: month => sql<number>`select count(*) from (${openPayments(month)}) as open`,
  exceptions: ({ branchId, end }) =>
    sql<number>`select count(*) from money_exceptions x where x.branch_id = ${branchId}::uuid and ${isUnresolved('x')}
      and x.created_at < ${end}::bigint`,
  reconciled: ({ branchId, end }) =>
    sql<number>`select (select count(*) from recon_items i where i.branch_id = ${branchId}::uuid
      and ${isUnexplained('i')} and i.day < ${end}::bigint)
      + (select count(*) from recon_files where branch_id = ${branchId}::uuid and state = 'read'
        and day < ${end}::bigint)`,
  // each file begins where the one before it ended: days before the last one are told by its balance
  bankFiles: ({ branchId, start, end }) =>
    sql<number>`select count(distinct ${dayOf('t.happened_at')}) from trades t
      where t.branch_id = ${branchId}::uuid and t.account = ${channelAccount} and not t.is_repeat
        and t.happened_at >= ${start}::bigint and t.happened_at < ${end}::bigint
        and t.happened_at >= (select max(f.day) + ${DAY_MS} from recon_files f where f.branch_id = ${branchId}::uuid
          and f.state in ('read', 'taken'))`,
  balanced: ({ branchId, period }) =>
    sql<number>`select count(*) from (
      select 1 from account_balances where branch_id = ${branchId}::uuid and period = ${period}
        having sum(debit_fen) <> sum(credit_fen)
      union all select 1 from journal_entries e left join vouchers v on v.entry_id = e.id
        where e.branch_id = ${branchId}::uuid and e.period = ${period} and v.id is null
      union all select 1 from (
        select account, sum(debit_fen) as d, sum(credit_fen) as c from journal_lines
          where branch_id = ${branchId}::uuid and period = ${period} group by 1
        union all select account, -sum(debit_fen), -sum(credit_fen) from account_balances
          where branch_id = ${branchId}::uuid and period = ${period} group by 1
      ) as x group by account having sum(d) <> 0 or sum(c) <> 0) as faults`,
  numbers: ({ branchId, period }) =>
    sql<number>`select count(*) from voucher_numbers n where n.branch_id = ${branchId}::uuid and n.period = ${period}
      and n.last <> (select count(*) from vouchers v where v.branch_id = n.branch_id and v.period = n.period
        and v.entry_id is not null)`,
  signed: ({ branchId, start, end }) =>
    sql<number>`select count(*) from waybills w where w.branch_id = ${branchId}::uuid
      and w.signed_at >= ${start}::bigint and w.signed_at < ${end}::bigint
      and ${isUnbooked('w')}`,
  estimates: ({ branchId, now }) =>
    sql<number>`select count(*) from vouchers v where v.branch_id = ${branchId}::uuid and v.kind = 'TENTATIVE'
      and ${isOpenOver('v', oldDays, now)}`,
  remittances: ({ branchId, end }) =>
    sql<number>`select count(*) from remittances where branch_id = ${branchId}::uuid
      and state = any(${[...openRemittances]}::text[]) and date < ${end}::bigint`,
  uninvoiced: ({ branchId, period }) =>
    sql<number>`select count(*) from (${uninvoicedTax(branchId, period, isUnclosed(branchId, period))}) as owed`,
  tails: ({ branchId, period }) =>
    sql<number>`select count(*) from vouchers v where v.branch_id = ${branchId}::uuid and v.period = ${period}
      and ${isTail('v')}`,
  expected: month => countAwaited('FREIGHT', month),
  expectedFuel: month => countAwaited('FUEL', month),
  expectedTolls: month => countAwaited('TOLL', month),
  unbound: ({ branchId, period }) =>
    sql<number>`select count(*) from vouchers v where v.branch_id = ${branchId}::uuid and v.period = ${period}
      and ${isUnbound}`,
}

const ledgerOf = ({ branchId, period }: Month): string => listUrl('Ledger', { period, branchId })
/** The lines of the month on the account that is not its records. */
const accountOf = (name: SubledgerName, { branchId, period }: Month): string =>
  listUrl('Ledger', { period, branchId, account: subledgers[name].accounts[0] })

const subledgerNames = Object.keys(subledgers).map(name => keyOf(subledgers, name))

/** The list on which the rows of a check stand; of sub-ledgers it is their account, of payments their sheets. */
const placeOf: Partial<Record<CloseCheck, (month: Month) => string>> = {
  earlier: ({ branchId, period }) => listUrl('PeriodList', { branchId, before: period }),
  drafts: ({ branchId, end }) => listUrl('VoucherList', { unposted: 'true', branchId, dateTo: String(end) }),
  exceptions: ({ branchId, end }) => listUrl('MoneyExceptions', { open: 'true', branchId, to: String(end) }),
  reconciled: ({ branchId, end }) => listUrl('ReconList', { open: 'true', branchId, to: String(end) }),
  bankFiles: ({ branchId, start, end }) => listUrl('ReconList', { branchId, from: String(start), to: String(end) }),
  balanced: ledgerOf,
  numbers: ({ branchId, period }) => listUrl('VoucherList', { period, branchId }),
  signed: ({ branchId, start, end }) =>
    listUrl('WaybillList', { unbooked: 'true', dateKind: 'signed', from: String(start), to: String(end), branchId }),
  estimates: ({ branchId }) => listUrl('VoucherList', { kind: 'TENTATIVE', openOver: String(oldDays), branchId }),
  remittances: ({ branchId, end }) => listUrl('RemittanceList', { open: 'true', branchId, to: String(end) }),
  uninvoiced: ({ branchId, period }) => listUrl('WaybillList', { uninvoicedIn: period, branchId }),
  tails: ({ branchId, period }) => listUrl('VoucherList', { tails: 'true', period, branchId }),
  expected: ({ branchId }) => listUrl('ExpectedInvoiceList', { branchId }),
  expectedFuel: ({ branchId }) => listUrl('ExpectedInvoiceList', { class: 'FUEL', branchId }),
  expectedTolls: ({ branchId }) => listUrl('ExpectedInvoiceList', { class: 'TOLL', branchId }),
  unbound: ({ branchId, period }) => listUrl('VoucherList', { unbound: 'true', period, branchId }),
}

/** The checks of a month in the order they are shown, in one statement. */
export async function findChecks(
  ctx: Ctx,
  branchId: string,
  period: string,
): Promise<Output<typeof getPeriod>['checks']> {
  const [start, end] = [startOfPeriod(period), startOfPeriod(shiftPeriod(period, 1))]
  const month: Month = { branchId, period, start, end, now: ctx.now }
  const apart = Object.keys(subledgers).map(name => [name, countApart(keyOf(subledgers, name), month)] as const)
  const others = Object.entries(counted).map(([key, count]) => [key, count(month)] as const)
  const parts = [...others, ...apart].map(([key, count]) => sql`select ${key}::text as key, (${count})::int as n`)
  // each part names its branch, which the caller has found in the actor's reach; numbers of vouchers are the product's own
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(sql<{ key: string; n: number }>`${sql.join(parts, sql` union all `)}`.compile(q)),
  )
  const counts = new Map(rows.map(row => [row.key, row.n]))
  counts.set('ended', isOver(period, ctx.now) ? 0 : 1)
  const sheets = counts.get('payments') === 0 ? undefined : await findPaymentsPlace(ctx, month)
  const placed = (key: CloseCheck) => (key === 'payments' ? sheets : placeOf[key]?.(month))
  return Object.keys(closeChecks).map(name => {
    const key = keyOf(closeChecks, name)
    const count = counts.get(key) ?? 0
    const account = subledgerNames.find(each => each === key)
    const url = count === 0 ? undefined : account === undefined ? placed(key) : accountOf(account, month)
    return { key, ok: count === 0, count, ...(url === undefined ? {} : { url }) }
  })
}
