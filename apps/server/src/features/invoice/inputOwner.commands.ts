// The owner of an input invoice: the carrier that issued it, the company of the house it is made out to, and the branch
// that bears its cost.
import type { Input, Output } from '@yunshu/contract/call'
import type { listInputBuyers } from '@yunshu/contract/invoice/input'
import { isSupply } from '@yunshu/domain/invoice/inputClass'
import { plainTaxNo } from '@yunshu/domain/invoice/title'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder } from 'kysely'
import { isPlatformHead, isPlatforms } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { ReadInvoice } from '../../imports/invoiceXml.ts'
import type { Ctx } from '../../work/ctx.ts'

interface Seller {
  readonly id: string
  readonly branchId: string
}
/** A company of the house that an invoice can be made out to. */
export interface Payer {
  readonly id: string
  readonly name: string
  readonly credit_code: string | null
  readonly is_head: boolean
}

/** The parties an invoice names. */
export interface Parties extends Pick<ReadInvoice, 'sellerTaxNo' | 'buyerTaxNo' | 'buyerName'> {
  /** The branch that bears the cost of one made out to the head, as the person says. */
  readonly branchId: string | undefined
  /** The field that names the buyer: the file, or what was typed. */
  readonly field: 'files' | 'buyerTaxNo'
}

export interface InputOwner {
  /** None where the house bought fuel or tolls itself. */
  readonly carrier_id: string | null
  readonly branch_id: string
  readonly buyer_name: string
}

/**
 * The carrier that issued an invoice, which hands in its own alone, and the branch its buyer is: one that waybills of the
 * carrier are of. The head has no books, so of one made out to it the branch is told, unless there is one alone. Made out
 * to anybody else, its tax is not ours to deduct.
 */
export async function findInputOwner(ctx: Ctx, parties: Parties): Promise<InputOwner> {
  const seller = await findSeller(ctx, parties.sellerTaxNo)
  const payers = await findPayers(ctx, seller)
  const own = ownBranch(ctx)
  if (own !== undefined && payers.every(({ id }) => id !== own)) throw wrongField('sellerTaxNo', '不是本分公司的承运商')
  return { ...ownerOf(ctx, parties, payers), carrier_id: seller.id }
}

/** The buyer an invoice names among those it may be made out to, and the branch that bears its cost. */
export function ownerOf(ctx: Ctx, parties: Parties, payers: readonly Payer[]): Omit<InputOwner, 'carrier_id'> {
  const own = ownBranch(ctx)
  const buyer = payers.find(({ credit_code: code }) => code === parties.buyerTaxNo)
  if (buyer === undefined)
    throw wrongField(
      parties.field,
      `发票的购方是 ${[parties.buyerName, parties.buyerTaxNo].filter(Boolean).join(' ')}，不是本公司，请让销方重开`,
    )
  const branchId = buyer.is_head ? bearerOf(parties, payers, own) : buyer.id
  if (own !== undefined && branchId !== own)
    throw wrongField(parties.field, `发票的购方是 ${buyer.name}，不是本分公司，请由该分公司登记`)
  if (!buyer.is_head && parties.branchId !== undefined && parties.branchId !== buyer.id)
    throw wrongField('branchId', `发票的购方是 ${buyer.name}，成本由它承担`)
  return { branch_id: branchId, buyer_name: parties.buyerName || buyer.name }
}

/** The branch that bears the cost of an invoice made out to the head: its clerk's, the one that is told, or the only one. */
function bearerOf({ branchId }: Parties, payers: readonly Payer[], own: string | undefined): string {
  if (own !== undefined) return own
  const branches = payers.filter(payer => !payer.is_head)
  const [only] = branches
  if (branchId === undefined) {
    if (only !== undefined && branches.length === 1) return only.id
    throw wrongField('branchId', '发票开给总公司，请选择承担成本的分公司')
  }
  const told = branches.find(({ id }) => id === branchId)
  if (told === undefined) throw wrongField('branchId', '该承运商没有这个分公司的运单')
  return told.id
}

/** The branch of a clerk of one; undefined for the head's people and for carriers. */
const ownBranch = ({ actor }: Ctx): string | undefined =>
  actor.side === 'branch' ? (actor.branchId ?? undefined) : undefined

async function findSeller(ctx: Ctx, taxNo: string): Promise<Seller> {
  const found = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('companies')
        .select(['id', 'branch_id'])
        .where('credit_code', '=', taxNo)
        .where(sql<boolean>`role_flags & 2 > 0`),
    ),
  )
  const branchId = found?.branch_id ?? null
  if (found === undefined || branchId === null) throw wrongField('sellerTaxNo', '不是合作承运商的税号')
  if (!isHouseSide(ctx.actor.side) && found.id !== ctx.actor.companyId)
    throw wrongField('sellerTaxNo', '不是本企业的税号')
  return { id: found.id, branchId }
}

/** Companies of the house under a condition, branches first. */
export const findPayersWhere = (ctx: Ctx, condition: RawBuilder<boolean>): Promise<Payer[]> =>
  ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('companies as c')
        .select(['c.id', 'c.name', 'c.credit_code', isPlatformHead('c').as('is_head')])
        .where(condition)
        .orderBy('is_head')
        .orderBy('c.id'),
    ),
  )

/** Those who may be the buyer of a carrier's invoice: the head, its own branch and each branch its waybills are of. */
const findPayers = (ctx: Ctx, { id, branchId }: Seller): Promise<Payer[]> =>
  findPayersWhere(
    ctx,
    sql<boolean>`(c.id = ${branchId}::uuid or ${isPlatformHead('c')} or (c.kind = 'BRANCH' and exists (
      select from waybills w where w.carrier_id = ${id}::uuid and w.branch_id = c.id)))`,
  )

/** The carrier whose buyers are asked for: the one that asks, or the one of a tax number; undefined where there is none. */
async function sellerAsked(ctx: Ctx, taxNo: string | undefined): Promise<Seller | undefined> {
  const isOwn = !isHouseSide(ctx.actor.side)
  if (taxNo === undefined && !isOwn) return undefined
  const company = isOwn ? sql<boolean>`id = ${ctx.actor.companyId}::uuid` : sql<boolean>`credit_code = ${taxNo}`
  const found = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('companies')
        .select(['id', 'branch_id'])
        .where(company)
        .where(sql<boolean>`role_flags & 2 > 0 and branch_id is not null`),
    ),
  )
  return found && { id: found.id, branchId: found.branch_id ?? '' }
}

/** The titles of the house that invoices of a carrier can be made out to; a clerk of a branch has its own and the head's. */
export async function findInputBuyers(
  ctx: Ctx,
  { sellerTaxNo, class: of = 'FREIGHT' }: Input<typeof listInputBuyers>,
): Promise<Output<typeof listInputBuyers>> {
  // those who sell fuel and tolls sell to all of the house
  const asked = sellerTaxNo === undefined || isSupply(of) ? undefined : plainTaxNo(sellerTaxNo)
  const seller = await sellerAsked(ctx, asked)
  const isAll = seller === undefined && asked === undefined && isHouseSide(ctx.actor.side)
  const payers = seller ? await findPayers(ctx, seller) : isAll ? await findPayersWhere(ctx, isPlatforms('c')) : []
  const own = ownBranch(ctx)
  return {
    rows: payers.flatMap(({ id, name, credit_code: taxNo, is_head: isHead }) =>
      taxNo === null || (own !== undefined && !isHead && id !== own) ? [] : [{ taxNo, name, isHead, companyId: id }],
    ),
  }
}
