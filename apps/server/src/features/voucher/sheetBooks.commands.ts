// Postings of settlement sheets: approved, let go in part, and taken back (E4–E6, E10, E13, E15).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type JournalLine, reverseLines } from '@yunshu/domain/voucher/ledger'
import { addFen, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Treated } from '@yunshu/domain/settlement/treatment'
import { costLinesOf } from '@yunshu/domain/voucher/shares'
import type { Ctx } from '../../work/ctx.ts'
import { oneOfEach } from './books.commands.ts'
import { companyNames, openEntriesOfSheet, openEstimates, type OpenEntry } from './books.queries.ts'
import type { Entry, VoucherOf } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

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
    bookEntries(
      ctx,
      sheet.branchId,
      await inTurns(approvedEntries({ sheet, lines, estimates, carried }, entriesOf(sheet, names))),
    )
  })
}

/** An approved sheet with its lines, their estimates, and the debts it takes off and leaves. */
interface Approved {
  readonly sheet: BookedSheet
  readonly lines: readonly BookedLine[]
  readonly estimates: readonly OpenEntry[]
  readonly carried: { readonly in: Fen; readonly late: Fen; readonly out: Fen }
}

/** The entries of an approved sheet, each to be made in its turn. */
function approvedEntries(
  { sheet, lines, estimates, carried }: Approved,
  of: ReturnType<typeof entriesOf>,
): (() => Entry[])[] {
  const all = estimates.flatMap(entry => entry.lines)
  const estimated = Map.groupBy(all, line => line.waybillId)
  const { carrierId: carrier, isFee } = sheet
  const each = (posted: (line: BookedLine, on: LineOf) => JournalLine[]): JournalLine[] =>
    lines.flatMap(line => posted(line, { carrier, waybillId: line.waybillId, partId: line.partId }))
  return [
    () =>
      of(
        'E4a',
        '冲销暂估',
        estimates.flatMap(entry => reverseLines(entry.lines)),
      ),
    () =>
      of(
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
    () =>
      of(
        'E13c',
        '扣减超出运费，承运商赔偿',
        each(({ treated }, on) => postings.claimCompensation({ ...on, amount: treated.compensation })),
      ),
    () =>
      of(
        'E5',
        '超时、违约罚款',
        each(({ treated }, on) => postings.deductPenalty({ ...on, amount: treated.penalty, isAppealed: false })),
      ),
    () =>
      of(
        'E6b',
        '油卡抵运费',
        each(({ oil, cardOil }, on) => [
          ...postings.payWithFuel({ ...on, amount: oil }),
          ...postings.setOffAdvance({ ...on, amount: cardOil }),
        ]),
      ),
    () =>
      of(
        'E10b',
        '通行费抵运费',
        each(({ tolls }, on) => postings.setOffAdvance({ ...on, amount: tolls })),
      ),
    () =>
      of(
        'E15b',
        '预付冲应付',
        each(({ advanced }, on) => postings.setOffAdvance({ ...on, amount: advanced })),
      ),
    () =>
      of(
        'E4d',
        '抵扣承运商欠款',
        postings.recoverDebt({ carrier, amount: subtractFen(carried.in, carried.late), isFee }),
      ),
    () => of('E7e', '抵扣重复支付', postings.recoverTwice({ carrier, amount: carried.late, isFee })),
    () => of('E4c', '扣款超出转承运商欠款', postings.carryDebt({ carrier, amount: carried.out, isFee })),
  ]
}

/** Entries made one after the other: a sheet may have thousands of lines, and others are answered in between. */
async function inTurns(made: readonly (() => Entry[])[]): Promise<Entry[]> {
  const all: Entry[] = []
  for (const make of made) {
    all.push(...make())
    await nextTurn()
  }
  return all
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
