// Postings of the business but for its sheets: money of shippers and signatures, as entries and vouchers (E1–E3 of
// `domain/voucher/postings.ts`).
import type { JournalLine } from '@yunshu/domain/voucher/ledger'
import { addFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf, openEstimates, openUninvoicedOf } from './books.queries.ts'
import type { BookedTopUp, Entry, VoucherOf } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { sharesOf } from './posting.queries.ts'
import { openReceivable } from './receivables.commands.ts'
import { redEntry, redUninvoiced } from './red.ts'

/**
 * A signed waybill with the freight on both sides; `carrierFreight` is before deductions. `fees` are what carriers that
 * handed the work down earn of it.
 */
export interface SignedWaybill {
  id: string
  waybillNo: string
  shipperId: string
  carrierId: string
  branchId: string
  /** The moment of the signature, ms: it decides the month of the books. */
  signedAt: number
  shipperFreight: Fen
  /** Compensation that lowered it; the revenue is both together. */
  compensated?: Fen | undefined
  carrierFreight: Fen
  /** The parts the carrier's freight falls due in; absent where it is one sum. */
  parts?: readonly { id: string; freight: Fen }[] | undefined
  fees?: readonly { carrierId: string; amount: Fen; partId?: string | undefined }[] | undefined
}

/**
 * E1: a shipper's money has arrived on the channel account; `id` names the arrival, so that it counts once. It pays the
 * shipper's arrears, oldest due first (E2b).
 */
export async function postTopUp(ctx: Ctx, topUp: BookedTopUp): Promise<void> {
  const names = await companyNames(ctx, [topUp.shipperId])
  bookEntries(ctx, topUp.branchId, [
    {
      source: { type: 'topUp', id: topUp.id },
      event: 'E1',
      summary: '托运人充值',
      shipperId: topUp.shipperId,
      lines: postings.topUp({ shipper: topUp.shipperId, amount: topUp.amount }),
      happenedAt: topUp.happenedAt,
      voucher: { kind: 'ACCOUNTING', counterparty: names(topUp.shipperId), maker: topUp.maker },
    },
  ])
}

/**
 * E2 and E3 at sign: revenue with its tax, compensation of it (E13), which money paid before covers at once (E2b), and the
 * tentative cost on a 暂估凭证, one for each fee (E3f). A repeat posts nothing. Shippers see no E3, carriers nothing else.
 */
export async function postSigned(ctx: Ctx, w: SignedWaybill): Promise<void> {
  await ctx.tx.elevated(async () => {
    const fees = w.fees ?? []
    const names = await companyNames(ctx, [w.shipperId, w.carrierId, ...fees.map(fee => fee.carrierId)])
    const of = (
      event: string,
      summary: string,
      lines: JournalLine[],
      party: { shipperId: string } | { carrierId: string },
      kind: VoucherOf['kind'],
    ): Entry[] =>
      lines.length === 0
        ? []
        : [
            {
              source: { type: 'waybill', id: w.id },
              event,
              summary: `${summary} ${w.waybillNo}`,
              lines,
              ...party,
              happenedAt: w.signedAt,
              voucher: {
                kind,
                counterparty: names('shipperId' in party ? party.shipperId : party.carrierId),
                waybillId: w.id,
              },
            },
          ]
    const shipper = { shipper: w.shipperId, waybillId: w.id }
    const compensated = w.compensated ?? ZERO_FEN
    const revenue = addFen(w.shipperFreight, compensated)
    await openReceivable(ctx, { ...w, revenue })
    const shares = await sharesOf(ctx, { ...w, revenue })
    bookEntries(ctx, w.branchId, [
      ...of(
        'E2',
        '签收确认收入',
        postings.recogniseRevenue({
          ...shipper,
          amount: revenue,
          vatBasisPoints: postings.transportVat,
          shares: shares?.revenue,
        }),
        { shipperId: w.shipperId },
        'ACCOUNTING',
      ),
      ...of(
        'E13',
        '赔付货主',
        postings.compensateShipper({ ...shipper, amount: compensated }),
        { shipperId: w.shipperId },
        'OTHER',
      ),
      ...of(
        'E3',
        '暂估运费成本',
        (w.parts ?? [{ id: undefined, freight: w.carrierFreight }]).flatMap(({ id, freight }) =>
          postings.estimateCost({
            carrier: w.carrierId,
            waybillId: w.id,
            partId: id,
            amount: freight,
            costs: shares?.costs,
          }),
        ),
        { carrierId: w.carrierId },
        'TENTATIVE',
      ),
      ...fees.flatMap(({ carrierId, amount, partId }, n) =>
        of(
          `E3f${n + 1}`,
          '暂估转派差价',
          postings.estimateCost({ carrier: carrierId, waybillId: w.id, partId, amount, isFee: true }),
          { carrierId },
          'TENTATIVE',
        ),
      ),
    ])
  })
}

/**
 * Takes a signature back in red: its revenue, and the estimated cost that stands. Money paid before that had covered it
 * is the shipper's again (E2br) and pays what else it owes. A repeat posts nothing.
 */
export async function postUnsigned(ctx: Ctx, w: Pick<SignedWaybill, 'id' | 'waybillNo' | 'branchId'>): Promise<void> {
  await ctx.tx.elevated(async () => {
    const summary = `作废冲销 ${w.waybillNo}`
    const revenue = await openEntriesOf(ctx, 'waybill', [w.id], ['E2', 'E13'])
    const estimates = await openEstimates(ctx, [w.id])
    const source = { type: 'waybill', id: w.id } as const
    const reds = estimates.map(entry => ({
      ...redEntry(entry, summary),
      // an estimate that a sheet had replaced stands in the entry that took the sheet back, with other waybills
      ...(entry.source.type === 'waybill' ? {} : { source, event: 'E3r' }),
    }))
    const declared = redUninvoiced(await openUninvoicedOf(ctx, w.branchId, [w.id]), source, summary)
    bookEntries(ctx, w.branchId, [...declared, ...revenue.map(entry => redEntry(entry, summary)), ...oneOfEach(reds)])
  })
}

/** Entries of one source, those of one event as one: parts that were on different sheets go back together. */
export const oneOfEach = (entries: readonly Entry[]): Entry[] =>
  [...Map.groupBy(entries, ({ event }) => event).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, lines: [first, ...more].flatMap(({ lines }) => lines) }],
  )
