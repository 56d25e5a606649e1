// Postings of input invoices by their class: freight of carriers (E9), fuel (E6c) and tolls (E10c), and each taken back.
import { fen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { isSupply, type InputClass } from '@yunshu/domain/invoice/inputClass'
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import { deductInputTax } from '@yunshu/domain/voucher/postings'
import type { CostLine } from '@yunshu/domain/voucher/shares'
import { carrierCosts, nextTaken } from '@yunshu/domain/voucher/supplyCosts'
import { bookSupply, supplyPostings } from '@yunshu/domain/voucher/supplyPostings'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { suppliedCost } from '../../db/waybillCost.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bookedCosts, openEntriesOf, takenOf } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

/** A bound share of an input invoice as the books see it. */
export interface BookedInput {
  readonly bindingId: string
  readonly class: InputClass
  readonly invoiceNo: string
  readonly branchId: string
  readonly sellerName: string
  readonly waybillId: string
  readonly amount: Fen
  readonly tax: Fen
}

/** Fuel and tolls of waybills that have invoices of their own. */
const handedOf = async (ctx: Ctx, waybillIds: readonly string[]): Promise<ReadonlyMap<string, Fen>> => {
  const rows = await ctx.tx.rows(
    sql<{ id: string; handed: number }>`select w.id,
        (${suppliedCost('w', 'FUEL')} + ${suppliedCost('w', 'TOLL')})::bigint as handed
      from waybills w where w.id = any(${[...waybillIds]}::uuid[])`.compile(q),
  )
  return new Map(rows.map(row => [row.id, fen(row.handed)]))
}

/** The costs of waybills that invoices of these kinds may touch. */
interface Touched {
  readonly costs: readonly CostLine[]
  /** Fuel and tolls among them. */
  readonly handed: Fen
  /** Of those, what invoices took out already. */
  readonly taken: readonly CostLine[]
}

/**
 * The lines of a share: freight lowers the accounts of what its carrier invoices by the tax, fuel and tolls are taken out of
 * freight whole.
 */
function linesOf(input: BookedInput, { costs, handed, taken }: Touched): JournalLine[] {
  const { class: of, waybillId, amount, tax } = input
  return isSupply(of)
    ? bookSupply({ class: of, waybillId, amount, tax, out: nextTaken(amount, costs, taken) })
    : deductInputTax({ waybillId, tax, costs: carrierCosts(costs, handed) })
}

/**
 * E9, E6c, E10c: shares that are bound and deducted. The caller holds the waybills, so that what was taken out of one before
 * is in the books; a waybill has one share in a call. `happenedAt` decides the month of the books.
 */
export async function postInputs(ctx: Ctx, happenedAt: number, inputs: readonly BookedInput[]): Promise<void> {
  const ids = inputs.map(({ waybillId }) => waybillId)
  const [costs, handed, taken] = [await bookedCosts(ctx, ids), await handedOf(ctx, ids), await takenOf(ctx, ids)]
  for (const input of inputs) {
    const { waybillId } = input
    const lines = linesOf(input, {
      costs: costs.get(waybillId) ?? [],
      handed: handed.get(waybillId) ?? ZERO_FEN,
      taken: taken.get(waybillId) ?? [],
    })
    if (lines.length === 0) continue
    const { event, word } = isSupply(input.class) ? supplyPostings[input.class] : { event: 'E9', word: '进项抵扣' }
    bookEntries(ctx, input.branchId, [
      {
        source: { type: 'invoice', id: input.bindingId },
        event,
        summary: `${word} ${input.invoiceNo}`,
        lines,
        happenedAt,
        voucher: { kind: 'INVOICE', counterparty: input.sellerName, waybillId },
      },
    ])
  }
}

/** Shares of an input invoice that are taken off their waybills. */
interface FreedInputs {
  readonly bindingIds: readonly string[]
  readonly branchId: string
  readonly summary: string
}

/** E9r, E6cr, E10cr: shares that are taken off their waybills go in red. */
export async function postInputsRed(ctx: Ctx, { bindingIds, branchId, summary }: FreedInputs): Promise<void> {
  const open = await openEntriesOf(ctx, 'invoice', bindingIds, ['E9', 'E6c', 'E10c'])
  bookEntries(
    ctx,
    branchId,
    open.map(entry => redEntry(entry, summary)),
  )
}
