// Postings of the business: each event of the main job as its entries and vouchers (E1–E7 of `domain/voucher/postings.ts`).
import { type JournalLine, reverseEntry } from '@yunshu/domain/voucher/ledger'
import { negateFen, smallerFen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import { keyOf } from '../../db/keyOf.ts'
import type { Ctx } from '../../work/ctx.ts'
import { postEntries, type Entry, type VoucherOf } from './ledger.commands.ts'
import { companyNames, entriesOf, lockPrepaid, openTentatives } from './books.queries.ts'

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
  shipperFreight: Fen
  carrierFreight: Fen
  fees?: readonly { carrierId: string; amount: Fen }[] | undefined
}

/** E1: a shipper's money has arrived on the channel account; `id` names the arrival, so that it counts once. */
export async function postTopUp(
  ctx: Ctx,
  topUp: { id: string; shipperId: string; branchId: string; amount: Fen; maker?: { id: string; name: string } },
): Promise<void> {
  const names = await companyNames(ctx, [topUp.shipperId])
  await postEntries(ctx, topUp.branchId, [
    {
      source: { type: 'topUp', id: topUp.id },
      event: 'E1',
      summary: '托运人充值',
      shipperId: topUp.shipperId,
      lines: postings.topUp({ shipper: topUp.shipperId, amount: topUp.amount }),
      voucher: { kind: 'ACCOUNTING', counterparty: names(topUp.shipperId), maker: topUp.maker },
    },
  ])
}

/**
 * E2 and E3 at sign: revenue with its tax, offset at once against what the shipper paid before (E2b), and the tentative
 * cost on a 暂估凭证 of its own, and one for each fee of work handed down (E3f). A repeat posts nothing. Shippers do not
 * see E3, carriers see neither E2 nor E2b.
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
              voucher: {
                kind,
                counterparty: names('shipperId' in party ? party.shipperId : party.carrierId),
                waybillId: w.id,
              },
            },
          ]
    const shipper = { shipper: w.shipperId, waybillId: w.id }
    const offset = smallerFen(await lockPrepaid(ctx, w.branchId, w.shipperId), w.shipperFreight)
    await postEntries(ctx, w.branchId, [
      ...of(
        'E2',
        '签收确认收入',
        postings.recogniseRevenue({ ...shipper, amount: w.shipperFreight, vatBasisPoints: postings.transportVat }),
        { shipperId: w.shipperId },
        'ACCOUNTING',
      ),
      ...of(
        'E2b',
        '预收冲应收',
        postings.applyTopUp({ ...shipper, amount: offset }),
        { shipperId: w.shipperId },
        'ACCOUNTING',
      ),
      ...of(
        'E3',
        '暂估运费成本',
        postings.estimateCost({ carrier: w.carrierId, waybillId: w.id, amount: w.carrierFreight }),
        { carrierId: w.carrierId },
        'TENTATIVE',
      ),
      ...fees.flatMap(({ carrierId, amount }, n) =>
        of(
          `E3f${n + 1}`,
          '暂估转派差价',
          postings.estimateCost({ carrier: carrierId, waybillId: w.id, amount }),
          { carrierId },
          'TENTATIVE',
        ),
      ),
    ])
  })
}

/**
 * Takes a signature back in red: its revenue, what was offset against money paid before, and the tentative cost that
 * stands. A repeat posts nothing.
 */
export async function postUnsigned(
  ctx: Ctx,
  w: Omit<SignedWaybill, 'shipperFreight' | 'carrierFreight' | 'fees'>,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const booked = [...(await entriesOf(ctx, 'waybill', [w.id], ['E2', 'E2b'])), ...(await openTentatives(ctx, [w.id]))]
    const names = await companyNames(ctx, [
      w.shipperId,
      w.carrierId,
      ...booked.flatMap(({ carrierId }) => carrierId ?? []),
    ])
    await postEntries(
      ctx,
      w.branchId,
      booked.map((entry): Entry => {
        const carrierId = entry.carrierId ?? w.carrierId
        const party = entry.shipperId === undefined ? { carrierId } : { shipperId: w.shipperId }
        return {
          source: { type: 'waybill', id: w.id },
          event: `${entry.event}r`,
          summary: `作废冲销 ${w.waybillNo}`,
          lines: reverseEntry(entry.lines),
          reversalOf: entry.entryId,
          ...party,
          voucher: {
            kind: entry.voucher?.kind === 'TENTATIVE' ? 'TENTATIVE' : 'ACCOUNTING',
            counterparty: names(entry.shipperId === undefined ? carrierId : w.shipperId),
            waybillId: w.id,
            reverses: entry.voucher,
          },
        }
      }),
    )
  })
}

/** A sheet as the books see it. */
export interface BookedSheet {
  id: string
  settlementNum: string
  shipperId: string
  carrierId: string
  branchId: string
  maker: { id: string; name: string }
}
/**
 * A line of a sheet: the payable amount after deductions, below zero where they pass the freight, and the part of it
 * that was fuel.
 */
export interface BookedLine {
  waybillId: string
  payable: Fen
  oil: Fen
}

/** The entries of an approved sheet, and the kind of voucher of each. */
const kindsOfSheet = {
  E4b: 'ACCOUNTING',
  E6b: 'FUEL',
  E4c: 'DEDUCT',
  E4d: 'DEDUCT',
  E7e: 'DEDUCT',
} as const satisfies Readonly<Record<string, VoucherOf['kind']>>

/**
 * E4a, E4b and E6b at approval: the estimates go back in red, the freight becomes payable, fuel handed out pays its
 * part.
 * `carried` is debt of earlier sheets taken off (E4d, and E7e for the `late` part of it, which was paid for closed
 * sheets) and debt this sheet leaves (E4c), so that 2202.01 ends at what is paid.
 */
export async function postApproved(
  ctx: Ctx,
  sheet: BookedSheet,
  lines: readonly BookedLine[],
  carried: { in: Fen; late: Fen; out: Fen },
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [sheet.carrierId])
    const voucher = { counterparty: names(sheet.carrierId), settlementId: sheet.id, maker: sheet.maker }
    const ofSheet = (event: keyof typeof kindsOfSheet, summary: string, posted: JournalLine[]): Entry[] =>
      posted.length === 0
        ? []
        : [
            {
              source: { type: 'settlement', id: sheet.id },
              event,
              summary: `${summary} ${sheet.settlementNum}`,
              lines: posted,
              shipperId: sheet.shipperId,
              carrierId: sheet.carrierId,
              voucher: { ...voucher, kind: kindsOfSheet[event] },
            },
          ]
    // fees of work handed down wait for sheets of their own
    const tentatives = await openTentatives(
      ctx,
      lines.map(line => line.waybillId),
      sheet.carrierId,
    )
    await postEntries(ctx, sheet.branchId, [
      ...tentatives.map((entry): Entry => ({
        source: { type: 'waybill', id: entry.sourceId },
        event: `E4a ${sheet.settlementNum}`,
        summary: `冲销暂估 ${sheet.settlementNum}`,
        lines: reverseEntry(entry.lines),
        reversalOf: entry.entryId,
        carrierId: sheet.carrierId,
        voucher: { ...voucher, kind: 'TENTATIVE', waybillId: entry.sourceId, reverses: entry.voucher },
      })),
      ...ofSheet(
        'E4b',
        '结算应付运费',
        lines.flatMap(({ waybillId, payable }) =>
          payable < 0
            ? postings.chargeBack({ carrier: sheet.carrierId, waybillId, amount: negateFen(payable) })
            : postings.recognisePayable({ carrier: sheet.carrierId, waybillId, amount: payable }),
        ),
      ),
      ...ofSheet(
        'E6b',
        '油卡抵运费',
        lines.flatMap(line =>
          postings.payWithFuel({ carrier: sheet.carrierId, waybillId: line.waybillId, amount: line.oil }),
        ),
      ),
      ...ofSheet(
        'E4d',
        '抵扣承运商欠款',
        postings.recoverDebt({ carrier: sheet.carrierId, amount: subtractFen(carried.in, carried.late) }),
      ),
      ...ofSheet('E7e', '抵扣重复支付', postings.recoverTwice({ carrier: sheet.carrierId, amount: carried.late })),
      ...ofSheet('E4c', '扣款超出转承运商欠款', postings.carryDebt({ carrier: sheet.carrierId, amount: carried.out })),
    ])
  })
}

/**
 * Takes an approved sheet back: the amounts `postApproved` made payable are reversed in red, and the estimates stand
 * again.
 */
export async function postWithdrawn(ctx: Ctx, sheet: BookedSheet, waybillIds: readonly string[]): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [sheet.carrierId])
    const counterparty = names(sheet.carrierId)
    const booked = await entriesOf(ctx, 'settlement', [sheet.id], Object.keys(kindsOfSheet))
    const estimates = await entriesOf(ctx, 'waybill', waybillIds, [`E4a ${sheet.settlementNum}`])
    await postEntries(ctx, sheet.branchId, [
      ...booked.map((entry): Entry => ({
        source: { type: 'settlement', id: sheet.id },
        event: `${entry.event}r`,
        summary: `撤销结算 ${sheet.settlementNum}`,
        lines: reverseEntry(entry.lines),
        reversalOf: entry.entryId,
        shipperId: sheet.shipperId,
        carrierId: sheet.carrierId,
        voucher: {
          kind: kindsOfSheet[keyOf(kindsOfSheet, entry.event)],
          counterparty,
          settlementId: sheet.id,
          reverses: entry.voucher,
        },
      })),
      ...estimates.map((entry): Entry => ({
        source: { type: 'waybill', id: entry.sourceId },
        event: `E3 ${sheet.settlementNum}`,
        summary: `恢复暂估运费成本 ${sheet.settlementNum}`,
        lines: reverseEntry(entry.lines),
        carrierId: sheet.carrierId,
        voucher: { kind: 'TENTATIVE', counterparty, waybillId: entry.sourceId },
      })),
    ])
  })
}
