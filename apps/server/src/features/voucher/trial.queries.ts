// A trial of the posting rules (试做分录): the entries of a waybill as it stands, or of typed amounts; nothing is written.
import type { Input, Output } from '@yunshu/contract/call'
import type { tryPostings } from '@yunshu/contract/voucher/posting'
import { fen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { accountOf } from '@yunshu/domain/voucher/chart'
import { faultOfExample, trialEntries, type TrialExample, type TrialInvoice } from '@yunshu/domain/voucher/trial'
import { sql, type RawBuilder } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bySide, rowsOfSide } from '../../work/scope.ts'
import { chargesOf, ownVersions, rulesIn, versionOf, type Used } from './posting.queries.ts'

type Asked = Input<typeof tryPostings>

/** An amount of waybill `w` as the signature fixed it, fen: less those of its parts agreed on later. */
const ofSignature = (ofPart: 'freight' | 'deducted' | 'penalty', ofWaybill: string = ofPart) =>
  sql<number>`(${sql.ref(`w.${ofWaybill}_fen`)} - (select coalesce(sum(${sql.ref(`a.${ofPart}_fen`)}), 0)
    from waybill_parts a where a.waybill_id = w.id and a.part = 'adjust'))::bigint`.as(`${ofPart}_fen`)

/** The example that was typed. */
function typedExample(asked: Asked): TrialExample {
  const { charges = [], carrierFreight = ZERO_FEN, deducted = ZERO_FEN, oil = ZERO_FEN, prepaid = ZERO_FEN } = asked
  const { fee = ZERO_FEN, fuelInvoice = ZERO_FEN, fuelTax = ZERO_FEN } = asked
  return {
    charges,
    carrierCharges: asked.carrierCharges,
    carrierFreight,
    deducted,
    penalty: asked.penalty,
    advance: asked.advance,
    cardOil: asked.cardOil,
    tolls: asked.tolls,
    oil,
    fees: fee === 0 ? [] : [fee],
    prepaid,
    inputTax: asked.inputTax,
    fuelInvoice: { amount: fuelInvoice, tax: fuelTax },
  }
}

/** The amounts of a waybill beside its prices, fen. */
interface Handed {
  readonly advance: number
  readonly card_oil: number
  readonly tolls: number
  readonly input_tax: number
  readonly fuel: number
  readonly fuel_tax: number
  readonly passes: number
  readonly pass_tax: number
  readonly fees: number[]
  readonly parts: { readonly freight: number; readonly deducted: number; readonly penalty: number }[]
}

/** Of waybill `w`: money, fuel and tolls that left before the trip, fees, the parts of its freight, and its live input invoices. */
const handedOf = (id: string) =>
  sql<Handed>`select
    coalesce(sum(p.issued_fen) filter (where p.part = 'pre'), 0)::bigint as advance,
    coalesce(sum(p.issued_fen) filter (where p.part = 'oil' and p.from_stock), 0)::bigint as card_oil,
    coalesce(sum(p.issued_fen) filter (where p.part = 'etc' and p.from_stock), 0)::bigint as tolls,
    coalesce((${invoicesOf(id, 'FREIGHT', sql`n.tax_fen`)}), 0)::bigint as input_tax,
    coalesce((${invoicesOf(id, 'FUEL', sql`n.bound_fen`)}), 0)::bigint as fuel,
    coalesce((${invoicesOf(id, 'FUEL', sql`n.tax_fen`)}), 0)::bigint as fuel_tax,
    coalesce((${invoicesOf(id, 'TOLL', sql`n.bound_fen`)}), 0)::bigint as passes,
    coalesce((${invoicesOf(id, 'TOLL', sql`n.tax_fen`)}), 0)::bigint as pass_tax,
    coalesce((select json_agg(f.freight_fen order by f.id) from waybill_parts f where f.waybill_id = ${id}::uuid
      and f.part = 'fee' and f.state <> 'dropped' and f.freight_fen > 0), '[]'::json) as fees,
    coalesce((select json_agg(json_build_object('freight', f.freight_fen, 'deducted', f.deducted_fen,
        'penalty', f.penalty_fen) order by f.id) from waybill_parts f where f.waybill_id = ${id}::uuid
      and f.part not in ('fee', 'adjust', 'debt') and f.state <> 'dropped' and f.freight_fen > 0), '[]'::json) as parts
    from waybill_parts p where p.waybill_id = ${id}::uuid and p.state <> 'dropped'`

/** A sum over the invoices of a class that are bound to a waybill and can be deducted. */
const invoicesOf = (id: string, of: 'FREIGHT' | 'FUEL' | 'TOLL', amount: RawBuilder<unknown>) =>
  sql`select sum(${amount}) from input_bindings n join input_invoices i on i.id = n.input_id
    where n.waybill_id = ${id}::uuid and n.unbound_at is null and n.class = ${of}
      and i.state in ('verified', 'ticked') and (i.kind = 'SPECIAL' or n.class = 'TOLL')`

/** The example: a waybill of the actor's reach as it stands, or the amounts that were typed. */
async function exampleOf(ctx: Ctx, asked: Asked): Promise<TrialExample & { waybillNo?: string; branchId?: string }> {
  const { waybillNo } = asked
  if (!waybillNo) return typedExample(asked)
  if (!ctx.can('price.shipper') || !ctx.can('price.carrier')) throw new Problem('permit.missing')
  const own = bySide<RawBuilder<boolean>>(ctx.actor, {
    platform: sql<boolean>`true`,
    branch: id => sql<boolean>`branch_id = ${id}::uuid`,
    company: () => sql<boolean>`false`,
  })
  const row = await ctx.tx.first(
    q
      .selectFrom('waybills as w')
      .select(['id', 'waybill_no', 'branch_id', 'oil_fen'])
      .select([ofSignature('freight', 'payable'), ofSignature('deducted'), ofSignature('penalty')])
      .where('waybill_no', '=', waybillNo.trim())
      .where(own),
  )
  if (row === undefined) throw wrongField('waybillNo', '没有这个运单')
  const handed = await ctx.tx.one(handedOf(row.id).compile(q))
  const invoice = (amount: number, tax: number): TrialInvoice => ({ amount: fen(amount), tax: fen(tax) })
  return {
    charges: await chargesOf(ctx, row.id, 'SHIPPER'),
    carrierCharges: await chargesOf(ctx, row.id, 'CARRIER'),
    carrierFreight: fen(row.freight_fen),
    deducted: fen(row.deducted_fen),
    penalty: fen(row.penalty_fen),
    parts: partsThatAgree(handed, { freight: row.freight_fen, deducted: row.deducted_fen, penalty: row.penalty_fen }),
    advance: fen(handed.advance),
    cardOil: fen(handed.card_oil),
    tolls: fen(handed.tolls),
    // no sheet hands out fuel that left the stock before the trip
    oil: fen(Math.max(0, row.oil_fen - handed.card_oil)),
    fees: handed.fees.map(amount => fen(amount)),
    prepaid: asked.prepaid ?? ZERO_FEN,
    inputTax: fen(handed.input_tax),
    fuelInvoice: invoice(handed.fuel, handed.fuel_tax),
    tollInvoice: invoice(handed.passes, handed.pass_tax),
    waybillNo: row.waybill_no,
    branchId: row.branch_id,
  }
}

/** The parts, where together they are what the signature fixed: before it, and where one was put right since, none are. */
function partsThatAgree({ parts }: Handed, whole: Handed['parts'][number]): TrialExample['parts'] {
  const sum = (read: (part: Handed['parts'][number]) => number): number =>
    parts.reduce((all, part) => all + read(part), 0)
  const agrees =
    sum(part => part.freight) === whole.freight &&
    sum(part => part.deducted) === whole.deducted &&
    sum(part => part.penalty) === whole.penalty
  if (!agrees) return undefined
  return parts.map(part => ({ freight: fen(part.freight), deducted: fen(part.deducted), penalty: fen(part.penalty) }))
}

/** The version asked for, also one that waits for its confirmation; else the one of the day. */
async function rulesOf(ctx: Ctx, { versionId, at }: Asked, branchId: string | undefined): Promise<Used | undefined> {
  if (versionId === undefined) return versionOf(ctx, branchId, at ?? ctx.now)
  return ctx.tx.one(
    q
      .selectFrom('posting_versions as v')
      .select(['v.id', 'v.version_no', 'v.service_codes', 'v.cost_accounts', 'v.vat_rates'])
      .where('v.id', '=', versionId)
      .where(ownVersions(ctx.actor, 'v')),
  )
}

/** Refuses a branch that is none, or another one's. */
async function assertBranch({ tx, actor }: Ctx, branchId: string): Promise<void> {
  await tx.one(
    q
      .selectFrom('companies as b')
      .select('b.id')
      .where('b.id', '=', branchId)
      .where('b.kind', '=', 'BRANCH')
      .where(rowsOfSide(actor, { branch: 'b.id', company: () => sql<boolean>`false` })),
  )
}

/** The entries an example would make; nothing is written. */
export async function findTrial(ctx: Ctx, asked: Asked): Promise<Output<typeof tryPostings>> {
  if (asked.branchId !== undefined) await assertBranch(ctx, asked.branchId)
  const { waybillNo, branchId, ...example } = await exampleOf(ctx, asked)
  const fault = faultOfExample(example)
  if (fault) throw wrongField(...fault)
  const used = await rulesOf(ctx, asked, branchId ?? asked.branchId ?? ctx.actor.branchId)
  const entries = trialEntries(rulesIn(used), example)
  const lines = entries.flatMap(entry => entry.lines)
  return {
    ...(used === undefined ? {} : { versionNo: used.version_no }),
    ...(waybillNo === undefined ? {} : { waybillNo }),
    entries: entries.map(({ lines: own, ...entry }) => ({
      ...entry,
      lines: own.map(line => ({
        account: line.account,
        accountName: accountOf(line.account).name,
        ...(line.party === undefined ? {} : { party: line.party }),
        debit: line.debitFen,
        credit: line.creditFen,
      })),
    })),
    debit: sumFen(lines.map(line => line.debitFen)),
    credit: sumFen(lines.map(line => line.creditFen)),
  }
}
