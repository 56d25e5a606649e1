// Arrears and prepaid money of the shippers of the demo, set off as the product does.
import { addFen, fen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { reverseLines, type PostedLine } from '@yunshu/domain/voucher/ledger'
import { matchedFen, offsetPrepaid } from '@yunshu/domain/voucher/offset'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Insertable } from 'kysely'
import type { ArItems, ArMatches } from '../src/db/tables.gen.ts'
import type { Someone } from './history.ts'
import { idMaker, type MakeId } from './ids.ts'
import type { Journal } from './journal.ts'
import { shipperTermDays } from './people.ts'

/** A shipper at a branch: each branch has its own account of it. */
interface Payer {
  readonly shipperId: string
  readonly branchId: string
}
const keyOf = ({ shipperId, branchId }: Payer): string => `${shipperId} ${branchId}`
type Item = Insertable<ArItems> & { amount_fen: number; open_fen: number }

/** Prepaid money and open items of every shipper, as the books go on. */
export interface Receivables {
  readonly items: readonly Insertable<ArItems>[]
  readonly matches: readonly Insertable<ArMatches>[]
  /** Money came: what the shipper owes is paid with it. */
  paidAhead(payer: Payer, at: number, by: Someone, amount: Fen): void
  /** Money is asked back: it pays nothing from now on. */
  askedBack(payer: Payer, amount: Fen): void
  /** An allowance lowers what is owed for waybills: money that had paid more than is left is prepaid again. */
  allowed(allowance: Allowance, at: number, by: Someone): void
  /** A waybill was signed: money paid before covers it. */
  owed(waybill: Payer & { id: string; waybillNo: string; amount: Fen }, at: number, by: Someone): void
}

/** An allowance by a red invoice. */
interface Allowance extends Payer {
  /** The red invoice. */
  readonly id: string
  readonly summary: string
  readonly cuts: readonly { readonly waybillId: string; readonly amount: Fen }[]
}

interface Keeping {
  readonly journal: Journal
  readonly nameOf: (companyId: string) => string
  readonly ids: { readonly item: MakeId; readonly match: MakeId; readonly run: MakeId }
  readonly items: Item[]
  readonly matches: Insertable<ArMatches>[]
  readonly prepaid: Map<string, Fen>
  readonly openOf: Map<string, Item[]>
  /** Lines that paid for each waybill. */
  readonly paidBy: Map<string, PostedLine[]>
}

/** Receivables with nothing in them; set-offs are posted to `journal`. */
export function openReceivables(journal: Journal, nameOf: (companyId: string) => string): Receivables {
  const ids = { item: idMaker(13), match: idMaker(14), run: idMaker(15) }
  const keeping: Keeping = {
    journal,
    nameOf,
    ids,
    items: [],
    matches: [],
    prepaid: new Map(),
    openOf: new Map(),
    paidBy: new Map(),
  }
  return {
    items: keeping.items,
    matches: keeping.matches,
    paidAhead: (payer, at, by, amount) => {
      keeping.prepaid.set(keyOf(payer), addFen(keeping.prepaid.get(keyOf(payer)) ?? ZERO_FEN, amount))
      setOff(keeping, payer, at, by)
    },
    askedBack: (payer, amount) => {
      const rest = subtractFen(keeping.prepaid.get(keyOf(payer)) ?? ZERO_FEN, amount)
      if (rest < 0) throw new Error('demo: more is asked back than was paid ahead')
      keeping.prepaid.set(keyOf(payer), rest)
    },
    allowed: (allowance, at, by) => {
      lower(keeping, allowance, at, by)
      setOff(keeping, allowance, at, by)
    },
    owed: (waybill, at, by) => {
      const row = itemRow(ids.item(at), waybill, at)
      keeping.items.push(row)
      keeping.openOf.set(keyOf(waybill), [...(keeping.openOf.get(keyOf(waybill)) ?? []), row])
      setOff(keeping, waybill, at, by)
    },
  }
}

const itemRow = (id: string, waybill: Payer & { id: string; waybillNo: string; amount: Fen }, at: number): Item => ({
  id,
  waybill_id: waybill.id,
  waybill_no: waybill.waybillNo,
  shipper_id: waybill.shipperId,
  branch_id: waybill.branchId,
  amount_fen: waybill.amount,
  open_fen: waybill.amount,
  happened_at: at,
  due_at: at + shipperTermDays * DAY_MS,
  cancelled_at: null,
  created_at: at,
})

/** Lowers what is owed by an allowance; of one that was paid further than is left, all that had paid it goes back. */
function lower(keeping: Keeping, { shipperId, branchId, id, summary, cuts }: Allowance, at: number, by: Someone): void {
  const { journal, nameOf, items, matches, prepaid, openOf, paidBy } = keeping
  const payerKey = keyOf({ shipperId, branchId })
  const owed = cuts.flatMap(({ waybillId, amount }) =>
    items.filter(row => row.waybill_id === waybillId).map(row => ({ row, amount })),
  )
  const over = owed.filter(({ row, amount }) => row.open_fen < amount).map(({ row }) => row)
  const back = over.flatMap(row => paidBy.get(row.waybill_id) ?? [])
  const red = journal.post(branchId, at, by, {
    source: { type: 'invoice', id },
    event: 'E2br',
    summary,
    shipperId,
    lines: reverseLines(back),
    voucher: { kind: 'INVOICE', counterparty: nameOf(shipperId) },
  })
  for (const row of over) {
    const own = matches.filter(match => match.waybill_id === row.waybill_id && match.reversed_by === null)
    for (const match of own) match.reversed_by = red?.entry.id ?? null
    const given = sumFen(own.map(match => fen(match.amount_fen)))
    row.open_fen += given
    prepaid.set(payerKey, addFen(prepaid.get(payerKey) ?? ZERO_FEN, given))
    paidBy.delete(row.waybill_id)
  }
  for (const { row, amount } of owed) {
    row.open_fen -= amount
    row.amount_fen -= amount
    const open = openOf.get(payerKey) ?? []
    if (!open.includes(row)) openOf.set(payerKey, [...open, row])
  }
}

/** Pays what a shipper owes with what it paid ahead, oldest due first, in one entry. */
function setOff(keeping: Keeping, { shipperId, branchId }: Payer, at: number, by: Someone): void {
  const { journal, nameOf, ids, prepaid, openOf } = keeping
  const payerKey = keyOf({ shipperId, branchId })
  const rest = prepaid.get(payerKey) ?? ZERO_FEN
  const open = (openOf.get(payerKey) ?? []).filter(row => row.open_fen > 0)
  openOf.set(payerKey, open)
  const items = open.map(row => ({
    row,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    dueAt: row.due_at,
    open: fen(row.open_fen),
  }))
  const paid = offsetPrepaid(rest, items)
  const [first] = paid
  if (first === undefined) return
  prepaid.set(payerKey, subtractFen(rest, matchedFen(paid)))
  const single = paid.length === 1 ? first.item : undefined
  const posted = journal.post(branchId, at, by, {
    source: { type: 'offset', id: ids.run(at) },
    event: 'E2b',
    summary: `预收冲应收 ${single?.waybillNo ?? `${paid.length} 单`}`,
    shipperId,
    lines: paid.flatMap(({ item: { waybillId }, amount }) =>
      postings.applyTopUp({ shipper: shipperId, waybillId, amount }),
    ),
    voucher: {
      kind: 'ACCOUNTING',
      counterparty: nameOf(shipperId),
      ...(single === undefined ? {} : { waybillId: single.waybillId }),
    },
  })
  for (const { item, amount } of paid) {
    item.row.open_fen -= amount
    const lines = posted?.lines.filter(line => line.waybillId === item.waybillId) ?? []
    keeping.paidBy.set(item.waybillId, [...(keeping.paidBy.get(item.waybillId) ?? []), ...lines])
    keeping.matches.push({
      id: ids.match(at),
      waybill_id: item.waybillId,
      shipper_id: shipperId,
      branch_id: branchId,
      amount_fen: amount,
      entry_id: posted?.entry.id ?? '',
      reversed_by: null,
      created_at: at,
    })
  }
}
