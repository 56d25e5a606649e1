// Postings of the business: each event of the main job as its entries and vouchers (E1–E7 of `domain/voucher/postings.ts`).
import { type JournalLine, reverseLines } from '@yunshu/domain/voucher/ledger'
import { addFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Treated } from '@yunshu/domain/settlement/treatment'
import { costLinesOf } from '@yunshu/domain/voucher/shares'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEntriesOf, openEntriesOfSheet, openEstimates, openUninvoicedOf } from './books.queries.ts'
import type { Entry, VoucherOf } from './entry.ts'
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
export async function postTopUp(
  ctx: Ctx,
  topUp: { id: string; shipperId: string; branchId: string; amount: Fen; maker?: { id: string; name: string } },
): Promise<void> {
  const names = await companyNames(ctx, [topUp.shipperId])
  bookEntries(ctx, topUp.branchId, [
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
const oneOfEach = (entries: readonly Entry[]): Entry[] =>
  [...Map.groupBy(entries, ({ event }) => event).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, lines: [first, ...more].flatMap(({ lines }) => lines) }],
  )

/** A sheet as the books see it. */
export interface BookedSheet {
  id: string
  settlementNum: string
  shipperId: string
  carrierId: string
  branchId: string
  maker: { id: string; name: string }
  /** Pays carriers that handed work down. */
  isFee: boolean
}
/** A line of a sheet: what its deductions make of its freight, and the part of that which was fuel. */
export interface BookedLine {
  waybillId: string
  partId: string
  treated: Treated
  oil: Fen
  /** Fuel and tolls handed out before the trip: they stand on 1123.03. */
  cardOil: Fen
  tolls: Fen
  /** Paid before the trip. */
  advanced: Fen
}

/** The carrier, waybill and part a line of an entry is about. */
type LineOf = Omit<postings.CarrierAmount, 'amount'>

/** The entries of an approved sheet, and the kind of voucher of each. */
const kindsOfSheet = {
  E4a: 'TENTATIVE',
  E4b: 'ACCOUNTING',
  E13c: 'DEDUCT',
  E5: 'DEDUCT',
  E6b: 'FUEL',
  E10b: 'OTHER',
  E15: 'ACCOUNTING',
  E15b: 'ACCOUNTING',
  E4c: 'DEDUCT',
  E4d: 'DEDUCT',
  E7e: 'DEDUCT',
} as const satisfies Readonly<Record<string, VoucherOf['kind']>>

/** Makes the entries of an approved sheet: each on one voucher, none without lines. */
function entriesOf(sheet: BookedSheet, names: (id: string) => string) {
  const { settlementNum } = sheet
  return (event: keyof typeof kindsOfSheet, summary: string, posted: JournalLine[]): Entry[] =>
    posted.length === 0
      ? []
      : [
          {
            source: { type: 'settlement', id: sheet.id },
            event,
            summary: `${summary} ${settlementNum}`,
            lines: posted,
            ...(event === 'E4a' ? {} : { shipperId: sheet.shipperId }),
            carrierId: sheet.carrierId,
            voucher: {
              kind: kindsOfSheet[event],
              counterparty: names(sheet.carrierId),
              settlementId: sheet.id,
              maker: sheet.maker,
            },
          },
        ]
}

/**
 * E4a, E4b and E6b at approval, each on one voucher however many lines the sheet has: the estimates go back in red, the
 * freight becomes payable, fuel handed out pays its part. Cuts lower the freight (beyond it they are compensation, E13c),
 * penalties are income beside it (E5).
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
    // fees of work handed down wait for sheets of their own
    const estimates = await openEstimates(
      ctx,
      lines.map(line => line.waybillId),
      { carrierId: sheet.carrierId, partIds: lines.map(line => line.partId) },
    )
    const of = entriesOf(sheet, names)
    const all = estimates.flatMap(entry => entry.lines)
    const estimated = Map.groupBy(all, line => line.waybillId)
    const { carrierId: carrier, isFee } = sheet
    const each = (posted: (line: BookedLine, on: LineOf) => JournalLine[]): JournalLine[] =>
      lines.flatMap(line => posted(line, { carrier, waybillId: line.waybillId, partId: line.partId }))
    bookEntries(ctx, sheet.branchId, [
      ...of(
        'E4a',
        '冲销暂估',
        estimates.flatMap(entry => reverseLines(entry.lines)),
      ),
      ...of(
        'E4b',
        '结算应付运费',
        each(({ waybillId, partId, treated: { cost: amount } }, on) =>
          amount === 0
            ? []
            : postings.recognisePayable({
                ...on,
                amount,
                isFee,
                estimated: costLinesOf(
                  (estimated.get(waybillId) ?? []).filter(line => (line.partId ?? partId) === partId),
                ),
              }),
        ),
      ),
      ...of(
        'E13c',
        '扣减超出运费，承运商赔偿',
        each(({ treated }, on) => postings.claimCompensation({ ...on, amount: treated.compensation })),
      ),
      ...of(
        'E5',
        '超时、违约罚款',
        each(({ treated }, on) => postings.deductPenalty({ ...on, amount: treated.penalty, isAppealed: false })),
      ),
      ...of(
        'E6b',
        '油卡抵运费',
        each(({ oil, cardOil }, on) => [
          ...postings.payWithFuel({ ...on, amount: oil }),
          ...postings.setOffAdvance({ ...on, amount: cardOil }),
        ]),
      ),
      ...of(
        'E10b',
        '通行费抵运费',
        each(({ tolls }, on) => postings.setOffAdvance({ ...on, amount: tolls })),
      ),
      ...of(
        'E15b',
        '预付冲应付',
        each(({ advanced }, on) => postings.setOffAdvance({ ...on, amount: advanced })),
      ),
      ...of(
        'E4d',
        '抵扣承运商欠款',
        postings.recoverDebt({ carrier, amount: subtractFen(carried.in, carried.late), isFee }),
      ),
      ...of('E7e', '抵扣重复支付', postings.recoverTwice({ carrier, amount: carried.late, isFee })),
      ...of('E4c', '扣款超出转承运商欠款', postings.carryDebt({ carrier, amount: carried.out, isFee })),
    ])
  })
}

/** The entries of a sheet that are about single waybills. */
const eventsOfLines: readonly (keyof typeof kindsOfSheet)[] = ['E4a', 'E4b', 'E13c', 'E5', 'E6b', 'E10b', 'E15', 'E15b']

/** Parts that leave an approved sheet, for `source`: a payment that did not arrive, or a change by two people. */
interface ReleasedParts {
  /** They are taken back once for it. */
  source: Entry['source']
  parts: readonly { waybillId: string; partId: string }[]
  /** Set off on them, and the carrier's debt from now on, fen. */
  setOff: Fen
  /** The debt the sheet leaves from now on (E4c), where it leaves another than it did, fen. */
  carriedOut?: Fen | undefined
}

/** Takes some parts of an approved sheet back: their lines go in red, their estimates stand again. */
export async function postReleased(
  ctx: Ctx,
  sheet: BookedSheet,
  { source, parts, setOff, carriedOut }: ReleasedParts,
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [sheet.carrierId])
    const partIds = new Set<string | undefined>(parts.map(({ partId }) => partId))
    // lines older than parts are about all of their waybill
    const whole = new Set<string | undefined>(parts.map(({ waybillId }) => waybillId))
    const isMeant = ({ partId, waybillId }: JournalLine): boolean =>
      partId === undefined ? whole.has(waybillId) : partIds.has(partId)
    const summary = `退出结算 ${sheet.settlementNum}`
    const reds = (await openEntriesOfSheet(ctx, sheet.id, eventsOfLines)).flatMap(entry => {
      const lines = entry.lines.filter(isMeant)
      return lines.length === 0 ? [] : [{ ...redEntry({ ...entry, lines }, summary), source }]
    })
    // told from the red of the debt it leaves in its place, which has the same source
    const carried = (carriedOut === undefined ? [] : await openEntriesOfSheet(ctx, sheet.id, ['E4c'])).map(entry => {
      const red = redEntry(entry, summary)
      return { ...red, source, event: `${red.event} 1` }
    })
    const debt = postings.carryDebt({
      carrier: sheet.carrierId,
      amount: addFen(setOff, carriedOut ?? ZERO_FEN),
      isFee: sheet.isFee,
    })
    bookEntries(ctx, sheet.branchId, [
      ...oneOfEach([...reds, ...carried]),
      ...(debt.length === 0
        ? []
        : [
            {
              source,
              event: 'E4c',
              summary: `退回抵扣转承运商欠款 ${sheet.settlementNum}`,
              lines: debt,
              shipperId: sheet.shipperId,
              carrierId: sheet.carrierId,
              voucher: {
                kind: kindsOfSheet.E4c,
                counterparty: names(sheet.carrierId),
                settlementId: sheet.id,
                maker: sheet.maker,
              },
            },
          ]),
    ])
  })
}

/**
 * Takes an approved sheet back: the amounts `postApproved` made payable are reversed in red, and the estimates stand
 * again.
 */
export async function postWithdrawn(ctx: Ctx, sheet: BookedSheet): Promise<void> {
  await ctx.tx.elevated(async () => {
    const booked = await openEntriesOfSheet(ctx, sheet.id, Object.keys(kindsOfSheet))
    const reds = booked.map(entry => redEntry(entry, `撤销结算 ${sheet.settlementNum}`))
    bookEntries(ctx, sheet.branchId, reds)
  })
}
