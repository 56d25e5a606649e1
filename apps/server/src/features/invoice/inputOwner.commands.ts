// The owner of an input invoice: the carrier that issued it, and the branch it is made out to.
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql } from 'kysely'
import { isPlatformHead } from '../../db/platform.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { ReadInvoice } from '../../imports/invoiceXml.ts'
import type { Ctx } from '../../work/ctx.ts'

type Parties = Pick<ReadInvoice, 'sellerTaxNo' | 'buyerTaxNo' | 'buyerName'>
interface Seller {
  readonly id: string
  readonly branchId: string
}

/**
 * The carrier that issued an invoice, which hands in its own alone, and the branch its tax number names as the buyer: one
 * that waybills of the carrier are of. Where it names the head or nobody it is the branch of the clerk who hands it in, or
 * else the one the carrier works with. Made out to anybody else, its tax is not ours to deduct.
 */
export async function findInputOwner(
  ctx: Ctx,
  { sellerTaxNo, buyerTaxNo, buyerName }: Parties,
): Promise<{ carrier_id: string; branch_id: string }> {
  const seller = await findSeller(ctx, sellerTaxNo)
  const payers = await findPayers(ctx, seller)
  const buyer = buyerTaxNo === '' ? undefined : payers.find(payer => payer.credit_code === buyerTaxNo)
  if (buyerTaxNo !== '' && buyer === undefined)
    throw wrongField('files', `发票的购方是 ${buyerName}（${buyerTaxNo}），不是本公司，请让销方重开`)
  const own = ctx.actor.side === 'branch' ? (ctx.actor.branchId ?? undefined) : undefined
  const isNamed = buyer !== undefined && !buyer.is_head
  const branchId = isNamed ? buyer.id : (own ?? seller.branchId)
  if (own !== undefined && (branchId !== own || payers.every(({ id }) => id !== own)))
    throw wrongField('sellerTaxNo', '不是本分公司的承运商')
  return { carrier_id: seller.id, branch_id: branchId }
}

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

/** Those who may be the buyer of a carrier's invoice: the head, its own branch and each branch its waybills are of. */
const findPayers = (ctx: Ctx, { id, branchId }: Seller) =>
  ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('companies as c')
        .select(['c.id', 'c.credit_code', isPlatformHead('c').as('is_head')])
        .where(
          sql<boolean>`(c.id = ${branchId}::uuid or ${isPlatformHead('c')} or (c.kind = 'BRANCH' and exists (
            select from waybills w where w.carrier_id = ${id}::uuid and w.branch_id = c.id)))`,
        ),
    ),
  )
