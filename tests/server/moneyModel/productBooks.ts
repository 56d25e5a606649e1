// The books of a walk as they stand in the product’s tables, in the shape of the oracle’s.
import { sql } from 'kysely'
import type { Part, PartState, Payment, Sheet } from './books.ts'
import type { Compared } from './compare.ts'
import type { State } from './oracleState.ts'
import { rowsOf, type Ground } from './product.ts'

/** One answer of the database: all the rows of a walk as they are compared. */
export async function readBooks(ground: Ground): Promise<Compared> {
  const branch = ground.companies.get('b1') ?? ''
  const [accounts, lines, waybills, parts, sheets, payments, debts, refunds, rest] = await Promise.all([
    accountsOf(ground, branch),
    linesOf(ground, branch),
    waybillsOf(ground, branch),
    partsOf(ground, branch),
    sheetsOf(ground, branch),
    paymentsOf(ground, branch),
    debtsOf(ground, branch),
    refundsOf(ground, branch),
    restOf(ground, branch),
  ])
  const tax = (id: string): number => lines.byWaybill.get(`2221.07|${id}`) ?? 0
  return {
    accounts,
    ...lines,
    waybills: new Map([...waybills].map(([id, row]) => [id, { ...row, tax: 0 - tax(id) }])),
    parts,
    sheets,
    payments,
    ...rest,
    debts,
    refunds,
    invoices: new Map(),
  }
}

/** Accounts the oracle keeps for the house itself. */
const houseAccounts = ['1002.01', '1002.02']

async function accountsOf(ground: Ground, branch: string): Promise<Compared['accounts']> {
  const rows = await rowsOf(
    ground,
    sql<{
      account: string
      party: string
      rest: number
    }>`select account, party_id::text as party, sum(debit_fen - credit_fen)::bigint as rest
      from account_balances where branch_id = ${branch}::uuid group by 1, 2`,
  )
  const partyOf = (account: string, id: string): string =>
    ground.companyNames.get(id) ?? (houseAccounts.includes(account) ? 'house' : '')
  return new Map(rows.map(({ account, party, rest }) => [`b1|${account}|${partyOf(account, party)}`, rest]))
}

/** Sums of lines by waybill; and by account as far as their entries are on a voucher. */
async function linesOf(ground: Ground, branch: string): Promise<Pick<Compared, 'byWaybill' | 'vouchers'>> {
  const names = new Map([...ground.waybills].map(([name, { id }]) => [id, name]))
  const rows = await rowsOf(
    ground,
    sql<{ account: string; waybill: string | null; debit: number; credit: number; rest: number }>`select l.account,
        l.waybill_id::text as waybill, coalesce(sum(l.debit_fen) filter (where v.id is not null), 0)::bigint as debit,
        coalesce(sum(l.credit_fen) filter (where v.id is not null), 0)::bigint as credit, sum(l.debit_fen - l.credit_fen)::bigint as rest
      from journal_lines l left join vouchers v on v.entry_id = l.entry_id where l.branch_id = ${branch}::uuid group by 1, 2`,
  )
  const vouchers = new Map<string, { debit: number; credit: number }>()
  for (const { account, debit, credit } of rows) {
    const sum = vouchers.get(account) ?? { debit: 0, credit: 0 }
    vouchers.set(account, { debit: sum.debit + debit, credit: sum.credit + credit })
  }
  const of = rows.filter(({ waybill }) => waybill !== null)
  return {
    byWaybill: new Map(of.map(row => [`${row.account}|${names.get(row.waybill ?? '') ?? row.waybill}`, row.rest])),
    vouchers,
  }
}

async function waybillsOf(ground: Ground, branch: string) {
  const rows = await rowsOf(
    ground,
    sql<{ name: string; net: number; penalties: number; billed: number }>`select w.upstream_no as name,
        case when w.signed_at is null then 0 else w.payable_fen - w.deducted_fen + w.penalty_fen end as net,
        case when w.signed_at is null then 0 else w.penalty_fen end as penalties, coalesce(i.amount_fen + w.compensated_fen, 0)::bigint as billed
      from waybills w left join ar_items i on i.waybill_id = w.id and i.cancelled_at is null where w.branch_id = ${branch}::uuid`,
  )
  return new Map(
    rows.map(row => [row.name, { id: row.name, net: row.net, billed: row.billed, penalties: row.penalties }]),
  )
}

type ReadPart = Readonly<Pick<Part, 'id' | 'state' | 'planned' | 'fixed' | 'issued' | 'setOff' | 'paid' | 'penalty'>>

/** A part of nothing is a row in one of the two books only. */
const isPart = ({ planned, fixed, state }: Pick<ReadPart, 'planned' | 'fixed' | 'state'>): boolean =>
  planned !== 0 || (fixed ?? 0) !== 0 || (state !== 'planned' && state !== 'dropped')

async function partsOf(ground: Ground, branch: string): Promise<Compared['parts']> {
  const rows = await rowsOf(
    ground,
    sql<ReadPart>`select w.upstream_no || '/' || p.part || '/' || p.n as id, p.state, case when p.part = 'fee' then 0
      else p.planned_fen end as planned, ${held(sql`p.fixed_fen + p.penalty_fen`)} as fixed,
      ${held(sql`p.issued_fen`)} as issued,
        p.set_off_fen as "setOff", p.paid_fen as paid, p.penalty_fen as penalty
      from waybill_parts p join waybills w on w.id = p.waybill_id where w.branch_id = ${branch}::uuid`,
  )
  return new Map(rows.filter(isPart).map(row => [row.id, advanceOf({ ...row, fixed: row.fixed ?? 0 })]))
}

/** An amount of part `p`: of an advance on its own sheet whose money came back it is none. */
const held = (amount: ReturnType<typeof sql>) =>
  sql`case when p.part = 'pre' and p.state = 'onSheet' and p.rides_on is null then 0 else ${amount} end`

/** An advance, or fuel, that goes along with a sheet: when it counts as ended there is each book's own way. */
function advanceOf<P extends Pick<ReadPart, 'id' | 'state' | 'fixed' | 'issued'>>(part: P): P {
  const isFuel = part.id.includes('/oil/')
  if (!isFuel && !part.id.includes('/pre/')) return part
  const isAlong = part.state === 'paid' || part.state === 'setOff'
  // fuel nobody has had yet is planned in the one and ready in the other
  const state = isFuel && part.state === 'ready' ? 'planned' : part.state
  return { ...part, fixed: part.issued, state: isAlong ? 'onSheet' : state }
}

async function sheetsOf(ground: Ground, branch: string): Promise<Compared['sheets']> {
  const names = new Map([...ground.sheets].map(([name, { id }]) => [id, name]))
  const rows = await rowsOf(
    ground,
    sql<{
      id: string
      state: Sheet['state']
      part: string
      pay: number
      set_off: number
      is_open: boolean
    }>`select s.id::text as id, s.state,
        w.upstream_no || '/' || p.part || '/' || p.n as part, l.pay_fen as pay, l.set_off_fen as set_off, l.is_open
      from settlements s join settlement_lines l on l.settlement_id = s.id join waybill_parts p on p.id = l.part_id
        join waybills w on w.id = p.waybill_id where s.branch_id = ${branch}::uuid`,
  )
  const sheets = [...Map.groupBy(rows, ({ id }) => id)].map(([id, lines]) => {
    const name = names.get(id) ?? id
    const open = lines.filter(({ is_open: isOpen }) => isOpen)
    const shown = open.map(({ part, pay, set_off: setOff }) => ({ part, pay, setOff, result: 'none' as const }))
    return [name, { id: name, state: lines[0]?.state ?? 'draft', lines: shown }] as const
  })
  return new Map(sheets)
}

async function paymentsOf(ground: Ground, branch: string): Promise<Compared['payments']> {
  const names = new Map([...ground.payments].map(([name, { id }]) => [id, name]))
  const rows = await rowsOf(
    ground,
    sql<{
      id: string
      state: Payment['state']
      amount: number
      account: string
    }>`select id::text as id, state, amount_fen as amount, account_no as account
      from payments where branch_id = ${branch}::uuid`,
  )
  return new Map(
    rows.map(({ id, state, amount, account }) => {
      const name = names.get(id) ?? id
      return [name, { id: name, state, amount, payee: ground.payees.get(account) ?? account }]
    }),
  )
}

async function refundsOf(ground: Ground, branch: string): Promise<Compared['refunds']> {
  const names = new Map([...ground.refunds].map(([name, { id }]) => [id, name]))
  const rows = await rowsOf(
    ground,
    sql<{ id: string; state: string }>`select id::text as id, state from refunds where branch_id = ${branch}::uuid`,
  )
  return new Map(rows.map(({ id, state }) => [names.get(id) ?? id, { id: names.get(id) ?? id, state }]))
}

/** The open debts of advances, and of money that payments paid twice. */
async function debtsOf(ground: Ground, branch: string): Promise<Compared['debts']> {
  const names = new Map([...ground.payments].map(([name, { id }]) => [id, name]))
  const own = new Map([...ground.debts].map(([name, id]) => [id, name]))
  const rows = await rowsOf(
    ground,
    sql<{ id: string; payment: string | null; origin: string; open: number }>`select max(id::text) as id,
        payment_id::text as payment, origin, sum(case when returned_at is null then open_fen else 0 end)::bigint as open
      from debts where branch_id = ${branch}::uuid group by payment_id, origin, case origin when 'ADVANCE' then id end`,
  )
  const idOf = ({ id, payment, origin }: (typeof rows)[number]): string =>
    origin === 'DOUBLE' ? `${names.get(payment ?? '') ?? payment}/E7d` : (own.get(id) ?? `${origin} ${payment}`)
  return new Map(rows.map(row => [idOf(row), { id: idOf(row), open: row.open }]))
}

const kindOf: Readonly<Record<string, 'RETURNED' | undefined>> = { EARLY_RETURN: 'RETURNED' }
const remittanceStates: Readonly<Record<string, string>> = {
  recorded: 'registered',
  claimed: 'posted',
  refunded: 'returned',
}
type Exceptions = Compared['exceptions']
type ReadException = Exceptions extends ReadonlyMap<string, infer E> ? E : never

async function restOf(
  ground: Ground,
  branch: string,
): Promise<Pick<Compared, 'items' | 'remittances' | 'exceptions' | 'facts'>> {
  const remitted = new Map([...ground.remittances].map(([name, id]) => [id, name]))
  const places = new Map(ground.exceptions.map((id, n) => [id, n + 1]))
  const [items, remittances, exceptions] = await Promise.all([
    rowsOf(
      ground,
      sql<{
        waybill: string
        open: number
      }>`select w.upstream_no as waybill, i.open_fen as open from ar_items i join waybills w on w.id = i.waybill_id
        where i.branch_id = ${branch}::uuid`,
    ),
    rowsOf(
      ground,
      sql<{
        id: string
        state: string
      }>`select id::text as id, state from remittances where branch_id = ${branch}::uuid`,
    ),
    rowsOf(
      ground,
      sql<ReadException>`select x.id::text as id, x.kind, x.state from money_exceptions x
        where x.branch_id = ${branch}::uuid
        or x.id = any(${[...ground.exceptions]}::uuid[])`,
    ),
  ])
  const named = remittances.map(({ id, state }) => ({
    id: remitted.get(id) ?? id,
    state: remittanceStates[state] ?? state,
  }))
  const opened = exceptions.map(({ id, kind, state }) => ({
    id: String(places.get(id) ?? id),
    kind: kindOf[kind] ?? kind,
    state,
  }))
  return {
    items: new Map(items.map(row => [row.waybill, row])),
    remittances: new Map(named.map(row => [row.id, row])),
    exceptions: new Map(opened.map(row => [row.id, row])),
    facts: new Map([...ground.facts].map(([key, verdict]) => [key, { key, verdict }])),
  }
}

const stateOf = (state: PartState): PartState => (state === 'returned' ? 'onSheet' : state)

/** A line that a child has taken over stands on the child alone. */
const isTakenOver = (s: State, sheet: string, part: string): boolean =>
  [...s.sheets.values()].some(
    ({ parent, lines }) => parent === sheet && lines.some(line => line.part === part && line.result !== 'removed'),
  )

/**
 * The books of the oracle in the words of the product: a part whose money came back is on its sheet, a part of nothing
 * is none, a payment that was given up failed, exceptions are numbered.
 */
export function asProduct(s: State): Compared {
  const parts = [...s.parts.values()].filter(isPart)
  return {
    ...s,
    sheets: new Map(
      [...s.sheets.values()].map(({ id, state, lines }) => [
        id,
        { id, state, lines: lines.filter(({ part }) => !isTakenOver(s, id, part)) },
      ]),
    ),
    payments: new Map(
      [...s.payments.values()].map(each => [each.id, each.state === 'cancelled' ? { ...each, state: 'failed' } : each]),
    ),
    // the waybill of a signature that was taken back earns nothing
    waybills: new Map([...s.waybills].map(([id, w]) => [id, w.state === 'void' ? { ...w, net: 0, penalties: 0 } : w])),
    parts: new Map(parts.map(part => [part.id, advanceOf({ ...part, state: stateOf(part.state) })])),
    exceptions: new Map(
      [...s.exceptions.values()].map((each, n) => [String(n + 1), { ...each, id: String(n + 1) }] as const),
    ),
  }
}
