// Calls and shapes of reconciliation (渠道对账): the bank's file of a day, differences with the books, and the statement
// that explains both balances.
import {
  openPieces,
  reconDayStates,
  reconFileStates,
  reconItemStates,
  reconKinds,
  reconMatches,
} from '@yunshu/domain/recon/recon'
import { layingTurns } from '@yunshu/domain/recon/reconLaying'
import { tradeDirections } from '@yunshu/domain/trade'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  stateCounts,
  zBool,
  zChanged,
  zChosenIds,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumberedPage,
  zPastedNumbers,
  zSignedFen,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'
import { ReturnablePayment } from '../remittance/remittance.ts'
import { ReconLaying } from './laying.ts'

/** A difference: a line of the bank, a movement of the books, or both with other amounts. */
export const ReconItemRow = z.object({
  id: zId,
  day: zTime,
  kind: zKey(reconKinds),
  state: zKey(reconItemStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  direction: zKey(tradeDirections),
  /** The bank's amount and ours. */
  theirs: z.optional(zFen),
  ours: z.optional(zFen),
  serial: z.optional(z.string()),
  orderKey: z.optional(z.string()),
  other: z.optional(z.string()),
  tradeNo: z.optional(z.string()),
  /** The one movement that might be it, which people may agree to. */
  suggested: z.optional(z.string()),
  reason: z.optional(z.string()),
  asker: z.optional(z.string()),
  checker: z.optional(z.string()),
  /** The record that was made of it. */
  made: z.optional(z.string()),
  /** The laying by hand it waits for, or was ended by. */
  laying: z.optional(ReconLaying),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(reconItemStates.moves)),
  canRecord: z.boolean(),
  /** It can be entered as a payment that came back. */
  canReturn: z.boolean(),
  /** A payment of the same amount went to the one who sent it: its return is the next step. */
  isLikeReturn: z.boolean(),
  canAdopt: z.boolean(),
})
export type ReconItemRow = z.output<typeof ReconItemRow>

const reconFilter = {
  /** Of the line of the bank, its order or the movement, or the bank's of the movement. */
  numbers: zPastedNumbers,
  state: z.optional(zKey(reconItemStates.states)),
  kind: z.optional(zKey(reconKinds)),
  branchId: z.optional(zId),
  /** The day of the bank's file or of the movement, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  /** Neither explained nor laid yet. */
  open: z.optional(zBool),
  /** Those of layings by hand that wait for the reader. */
  waits: z.optional(zKey(layingTurns)),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listReconItems = call({
  method: 'GET',
  path: '/auth/v1/money/recon/list',
  title: '对账差异列表',
  permit: 'recon.view',
  input: z.strictObject({ ...reconFilter, ...pageFields }),
  output: zNumberedPage(ReconItemRow),
})
/** Counts by state without the filter's own state. */
export const countReconItems = call({
  method: 'GET',
  path: '/auth/v1/money/recon/statistical',
  title: '对账差异统计',
  permit: 'recon.view',
  heavy: true,
  input: z.strictObject(reconFilter),
  output: z.object(stateCounts),
})
export const getReconItem = call({
  method: 'GET',
  path: '/auth/v1/money/recon/details',
  title: '对账差异详情',
  permit: 'recon.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(ReconItemRow, { log: z.array(LogLine) }),
})

export const ReconFileRow = z.object({
  id: zId,
  day: zTime,
  state: zKey(reconFileStates.states),
  name: z.string(),
  sha256: z.string(),
  lines: z.number(),
  income: zFen,
  outgo: zFen,
  opening: zSignedFen,
  closing: zSignedFen,
  maker: z.string(),
  checker: z.optional(z.string()),
  isSimulated: z.boolean(),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(reconFileStates.moves)),
})
export type ReconFileRow = z.output<typeof ReconFileRow>
/** The days of a month of one branch; without a branch there are none. */
export const getReconCalendar = call({
  method: 'GET',
  path: '/auth/v1/money/recon/calendar',
  title: '对账日历',
  permit: 'recon.view',
  input: z.strictObject({ branchId: z.optional(zId), from: zTime }),
  output: z.object({
    branchName: z.optional(z.string()),
    canRead: z.boolean(),
    canSimulate: z.boolean(),
    days: z.array(
      z.object({
        day: zTime,
        state: zKey(reconDayStates),
        open: z.number(),
        explained: z.number(),
        file: z.optional(ReconFileRow),
      }),
    ),
  }),
})
export type ReconCalendar = z.output<typeof getReconCalendar.output>

/** A piece of the statement: a movement or a line only one side knows of, or the difference of a pair. */
export const ReconPiece = z.object({
  side: zKey(openPieces),
  day: zTime,
  what: z.string(),
  amount: zSignedFen,
})
/** The statement that explains the bank's balance at the end of a day by the books' (余额调节表), with the lines of the day. */
export const getReconStatement = call({
  method: 'GET',
  path: '/auth/v1/money/recon/statement',
  title: '余额调节表',
  permit: 'recon.view',
  heavy: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    file: ReconFileRow,
    branchName: z.string(),
    bank: zSignedFen,
    book: zSignedFen,
    before: zSignedFen,
    adjustedBank: zSignedFen,
    adjustedBook: zSignedFen,
    pieces: z.array(ReconPiece),
    /** Pieces beyond those shown. */
    more: z.number(),
    lines: z.array(
      z.object({
        n: z.number(),
        serial: z.string(),
        orderKey: z.optional(z.string()),
        direction: zKey(tradeDirections),
        amount: zFen,
        at: zTime,
        other: z.optional(z.string()),
        by: z.optional(zKey(reconMatches)),
        tradeNo: z.optional(z.string()),
        differs: z.boolean(),
      }),
    ),
  }),
})
export type ReconStatement = z.output<typeof getReconStatement.output>

/** Reads the bank's file of a day; it settles nothing until another person takes it. */
export const readReconFile = call({
  method: 'POST',
  path: '/auth/v1/money/recon/files/read',
  title: '读取对账文件',
  permit: 'recon.match',
  branchOnly: true,
  body: 'multipart',
  money: true,
  overlay: '读取中...',
  input: z.strictObject({}),
  output: z.object({ id: zId, day: zTime, version: zVersion }),
})
/** Fetches the file of a day that is over from the simulated bank, in demos. */
export const fetchReconFile = call({
  method: 'POST',
  path: '/auth/v1/money/recon/files/fetch',
  title: '获取模拟银行对账文件',
  permit: 'recon.match',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ day: zTime }),
  output: z.object({ id: zId, day: zTime, version: zVersion }),
})
/** Takes a file: its lines are laid on movements and payments without a result get theirs; or gives it up. */
export const moveReconFile = call({
  method: 'POST',
  path: '/auth/v1/money/recon/files/move',
  title: '采用对账文件',
  permit: 'recon.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['take', 'drop']) }),
  output: zChanged,
})
/** Explains a difference, agrees to an explanation, or puts it back. */
export const moveReconItem = call({
  method: 'POST',
  path: '/auth/v1/money/recon/move',
  title: '说明对账差异',
  permit: 'recon.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['explain', 'confirm', 'putBack']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Agrees that a line is the one movement it is like. */
export const adoptReconItem = call({
  method: 'POST',
  path: '/auth/v1/money/recon/adopt',
  title: '采纳对账建议',
  permit: 'recon.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
/** Makes the record a line of the bank is missing: a remittance of money that came, an exception of money that went. */
export const recordReconItem = call({
  method: 'POST',
  path: '/auth/v1/money/recon/record',
  title: '补记银行流水',
  permit: 'recon.match',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, remark: z.optional(zText(100)) }),
  output: z.object({ id: zId, version: zVersion, made: z.string() }),
})
/**
 * Payments of the branch of a line that arrived with its amount before its day and that the bank has not named as come back; those
 * of its account first.
 */
export const listReconReturnable = call({
  method: 'GET',
  path: '/auth/v1/money/recon/returnable',
  title: '银行流水可能退汇的支付任务',
  permit: 'recon.match',
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(ReturnablePayment) }),
})
/**
 * Enters a line of money that came as the payment it is, come back: a remittance pointed at that payment, which another person
 * agrees to. Nothing is booked until then, and the line is found by its serial after that.
 */
export const returnReconItem = call({
  method: 'POST',
  path: '/auth/v1/money/recon/return',
  title: '银行流水登记退汇',
  permit: 'recon.match',
  branchOnly: true,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, paymentId: zId, reason: zText(200) }),
  output: z.object({ id: zId, version: zVersion, made: z.string() }),
})
