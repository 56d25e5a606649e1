// Reads of input invoices: the list, its counts and sums, and one of them.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countInputInvoices,
  getInputInvoice,
  InputInvoiceRow,
  listInputInvoices,
} from '@yunshu/contract/invoice/input'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import {
  inputKinds,
  inputMovesOf,
  inputSources,
  inputStates,
  isDeductible,
  type InputOn,
  type InputTurn,
} from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { listSorts } from '@yunshu/domain/sorting'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { rowsToAsk, toPage } from '../../db/page.ts'
import { chosenOrder } from '../../db/sorted.ts'
import type { InputInvoices } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, isAnothers, rowsOfSide } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'

export type InputInvoice = Omit<Selectable<InputInvoices>, 'state'> & { state: keyof typeof inputStates.states }

/** Input invoices the actor's side reaches: a carrier's own, those of the branch for a branch. */
export const ownInputs = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: `${alias}.carrier_id` })

/** Input invoices that wait for the actor: another than who handed them in checks them, and deductible ones are ticked. */
export const inputsWaiting = (actor: Actor, turn: InputTurn, alias: string): RawBuilder<boolean> =>
  turn === 'check'
    ? allOf([
        sql<boolean>`${sql.ref(`${alias}.state`)} = 'uploaded'`,
        isAnothers(actor, `${alias}.maker_id`, `${alias}.maker_for`),
      ])
    : sql<boolean>`(${sql.ref(`${alias}.state`)} = 'verified'
        and (${sql.ref(`${alias}.kind`)} = 'SPECIAL' or ${sql.ref(`${alias}.class`)} = 'TOLL'))`

/** An input invoice as the rules of its moves see it. */
export const inputOn = (
  ctx: Pick<Ctx, 'actor'>,
  row: Pick<InputInvoice, 'state' | 'maker_id' | 'maker_for' | 'bound_fen' | 'kind' | 'class'>,
): InputOn => ({
  state: row.state,
  isMaker: [row.maker_id, row.maker_for].includes(ctx.actor.userId),
  isBound: row.bound_fen > 0,
  isDeductible: isDeductible({ kind: keyOf(inputKinds, row.kind), class: keyOf(inputClasses, row.class) }),
})

/** One input invoice under lock; of another company there is none. */
export async function lockInput(ctx: Ctx, id: string): Promise<InputInvoice> {
  const row = await ctx.tx.one(
    q
      .selectFrom('input_invoices as i')
      .selectAll('i')
      .where('i.id', '=', id)
      .where(ownInputs(ctx.actor, 'i'))
      .forUpdate(),
  )
  return { ...row, state: keyOf(inputStates.states, row.state) }
}

/** Input invoices with the names of their branch and carrier. */
export const inputRows = q
  .selectFrom('input_invoices as i')
  .innerJoin('companies as b', 'b.id', 'i.branch_id')
  .leftJoin('companies as c', 'c.id', 'i.carrier_id')
  .selectAll('i')
  .select(['b.name as branch_name', 'c.name as carrier_name'])
type NamedInput = Awaited<ReturnType<typeof inputRows.execute>>[number]

function show(ctx: Ctx, row: NamedInput): InputInvoiceRow {
  const state = keyOf(inputStates.states, row.state)
  return {
    id: row.id,
    state,
    class: keyOf(inputClasses, row.class),
    kind: keyOf(inputKinds, row.kind),
    source: keyOf(inputSources, row.source),
    invoiceCode: row.invoice_code,
    invoiceNo: row.invoice_no,
    issuedAt: row.issued_at,
    sellerName: row.seller_name,
    sellerTaxNo: row.seller_tax_no,
    buyerName: row.buyer_name,
    buyerTaxNo: row.buyer_tax_no,
    carrierName: row.carrier_name ?? undefined,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    gross: fen(row.gross_fen),
    net: subtractFen(fen(row.gross_fen), fen(row.tax_fen)),
    tax: fen(row.tax_fen),
    bound: fen(row.bound_fen),
    unbound: subtractFen(fen(row.gross_fen), fen(row.bound_fen)),
    usedTax: fen(row.used_tax_fen),
    litresCl: row.litres_cl ?? undefined,
    maker: row.maker_name,
    checker: row.checker_name ?? undefined,
    reason: row.reason ?? undefined,
    redNo: row.red_no ?? undefined,
    taxPeriod: row.tax_period ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: inputMovesOf(inputOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listInputInvoices>, 'limit' | 'cursor' | 'sort'>

/** The list's condition without its state, which the counters run through. */
const filtered = (
  { actor }: Ctx,
  { branchId, class: of, from, to, waybillNo, waits, text, ids }: Filter,
): RawBuilder<boolean> =>
  allOf([
    ownInputs(actor, 'i'),
    branchId === undefined ? undefined : sql<boolean>`i.branch_id = ${branchId}::uuid`,
    of === undefined ? undefined : sql<boolean>`i.class = ${of}`,
    waits && inputsWaiting(actor, waits, 'i'),
    between('i.issued_at', from, to),
    waybillNo
      ? sql<boolean>`exists (select from input_bindings n join waybills w on w.id = n.waybill_id
        where n.input_id = i.id and n.unbound_at is null and w.waybill_no = ${waybillNo})`
      : undefined,
    contains(['i.invoice_no', 'i.invoice_code', 'i.seller_name', 'i.seller_tax_no'], text),
    chosen('i.id', ids),
  ])

/** The list's condition, for a table `input_invoices` named `i`. */
export const inputsUnder = (ctx: Ctx, filter: Filter): RawBuilder<boolean> =>
  allOf([filtered(ctx, filter), filter.state && sql<boolean>`i.state = ${filter.state}`])

/** Input invoices in the actor's reach, newest first. */
export async function findInputInvoices(
  ctx: Ctx,
  input: Input<typeof listInputInvoices>,
): Promise<Output<typeof listInputInvoices>> {
  const where = inputsUnder(ctx, input)
  const { key, after, by, place } = await chosenOrder(ctx, input, {
    table: 'input_invoices',
    alias: 'i',
    where,
    kept: listSorts.inputInvoices,
    keys: sortKeys,
  })
  const rows = await ctx.tx.rows(
    inputRows
      .select(key.as('sort_key'))
      .where(allOf([where, after]))
      .orderBy(by)
      .limit(rowsToAsk(input)),
  )
  return toPage(rows, input, row => show(ctx, row), place)
}

const sortKeys = {
  amount: { key: sql<number>`i.gross_fen`, changed: sql<number>`i.updated_at` },
} as const

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countInputsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countInputInvoices>,
): Promise<Output<typeof countInputInvoices>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      inputStates,
      { table: 'input_invoices', alias: 'i', where: filtered(ctx, filter) },
      { person: ctx.actor.userId, hands: { uploaded: ['maker_id', 'maker_for'] } },
    )
  const rows = q
    .selectFrom('input_invoices as i')
    .select(['i.gross_fen', 'i.tax_fen', 'i.bound_fen'])
    .where(inputsUnder(ctx, filter))
    .orderBy('i.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { gross: 'gross_fen', tax: 'tax_fen', bound: 'bound_fen' })
  return { state: {}, summed: n, sums }
}

/** The waybills an invoice is bound to. */
export const bindingRows = (inputId: string) =>
  q
    .selectFrom('input_bindings as n')
    .innerJoin('waybills as w', 'w.id', 'n.waybill_id')
    .select([
      'n.id',
      'n.waybill_id',
      'w.waybill_no',
      'n.bound_fen',
      'n.tax_fen',
      'n.litres_cl',
      'n.provider',
      'n.by_name',
      'n.created_at',
    ])
    .where('n.input_id', '=', inputId)
    .where('n.unbound_at', 'is', null)

/** Whether an input invoice is bound to a waybill. */
export async function isInputBound(ctx: Ctx, waybillId: string): Promise<boolean> {
  const row = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q.selectFrom('input_bindings').select('id').where('waybill_id', '=', waybillId).where('unbound_at', 'is', null),
    ),
  )
  return row !== undefined
}

/** An invoice for the fuel that lines of sheets, by their parts, hand out, with its waybill; of cards it is out before. */
export const findFuelInvoice = (ctx: Ctx, partIds: readonly string[]) =>
  ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('waybill_parts as p')
        .innerJoin('waybills as w', 'w.id', 'p.waybill_id')
        .innerJoin('input_bindings as n', 'n.waybill_id', 'p.waybill_id')
        .innerJoin('input_invoices as i', 'i.id', 'n.input_id')
        .select(['w.waybill_no as waybillNo', 'i.invoice_no as invoiceNo'])
        .where(sql<boolean>`p.id = any(${[...partIds]}::uuid[]) and p.oil_fen > 0`)
        .where(sql<boolean>`not exists (select from waybill_parts r where r.rides_on = p.id and r.part = 'oil'
          and r.from_stock)`)
        .where('n.class', '=', 'FUEL')
        .where('n.unbound_at', 'is', null)
        .orderBy('w.waybill_no'),
    ),
  )

/** The most waybills of an invoice a page shows. */
const shownMost = 1000

/** The id of an input invoice: its own, or that whose share a voucher books. */
async function inputIdOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('vouchers as v')
        .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
        .innerJoin('input_bindings as n', 'n.id', 'e.source_id')
        .select('n.input_id')
        .where('v.id', '=', id)
        .where('e.source_type', '=', 'invoice'),
    ),
  )
  return row?.input_id ?? id
}

/** One input invoice with its waybills, files, vouchers and history; of another company there is none. */
export async function findInputInvoice(
  ctx: Ctx,
  { id: asked }: Input<typeof getInputInvoice>,
): Promise<Output<typeof getInputInvoice>> {
  const id = await inputIdOf(ctx, asked)
  const row = await ctx.tx.one(inputRows.where('i.id', '=', id).where(ownInputs(ctx.actor, 'i')))
  const bindings = await ctx.tx.rows(bindingRows(id).orderBy('n.id').limit(shownMost))
  const { waybills } = await ctx.tx.one(
    q
      .selectFrom('input_bindings')
      .select(sql<number>`count(*)::int`.as('waybills'))
      .where('input_id', '=', id)
      .where('unbound_at', 'is', null),
  )
  const reads = isHouseSide(ctx.actor.side) && ctx.can('voucher.view')
  const vouchers = reads
    ? await ctx.tx.rows(
        q
          .selectFrom('vouchers as v')
          .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
          .innerJoin('input_bindings as n', 'n.id', 'e.source_id')
          .select(['v.id', 'v.voucher_no'])
          .where('e.source_type', '=', 'invoice')
          .where('n.input_id', '=', id)
          .orderBy('v.id')
          .limit(200),
      )
    : []
  return {
    ...show(ctx, row),
    amountInWords: moneyInWords(fen(row.gross_fen)),
    tickedAt: row.ticked_at ?? undefined,
    bindings: bindings.map(binding => ({
      id: binding.id,
      waybillId: binding.waybill_id,
      waybillNo: binding.waybill_no,
      bound: fen(binding.bound_fen),
      tax: fen(binding.tax_fen),
      litresCl: binding.litres_cl ?? undefined,
      provider: binding.provider ?? undefined,
      by: binding.by_name,
      at: binding.created_at,
    })),
    waybills,
    usedLitresCl: row.litres_cl === null ? undefined : row.used_litres_cl,
    files: await findFiles(ctx, 'inputInvoice', id),
    vouchers: vouchers.map(({ id: voucherId, voucher_no: voucherNo }) => ({ id: voucherId, voucherNo })),
    log: await findLog(ctx, id),
  }
}
