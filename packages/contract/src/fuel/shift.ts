// Calls and shapes of shifts of stock (油品调整): from one account of a provider to another, missing, or too much.
import { fuelKinds } from '@yunshu/domain/fuel/fuel'
import { fuelShiftKinds, fuelShiftStates } from '@yunshu/domain/fuel/fuelShift'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { LogLine } from '../goods/goods.ts'

export const FuelShiftRow = z.object({
  id: zId,
  shiftNo: z.string(),
  kind: zKey(fuelShiftKinds),
  state: zKey(fuelShiftStates.states),
  /** The kind of its accounts. */
  of: zKey(fuelKinds),
  branchName: z.string(),
  provider: z.string(),
  accountNo: z.string(),
  /** The account it goes to; of a transfer alone. */
  toAccountNo: z.optional(z.string()),
  /** The line of the provider that a loss accounts for. */
  useSerial: z.optional(z.string()),
  amount: zFen,
  reason: z.string(),
  maker: z.string(),
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  undoReason: z.optional(z.string()),
  undoAsker: z.optional(z.string()),
  undoChecker: z.optional(z.string()),
  undoneAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(fuelShiftStates.moves)),
})
export type FuelShiftRow = z.output<typeof FuelShiftRow>
const shiftFilter = {
  state: z.optional(zKey(fuelShiftStates.states)),
  kind: z.optional(zKey(fuelShiftKinds)),
  /** The account it leaves or goes to. */
  accountId: z.optional(zId),
  branchId: z.optional(zId),
  /** When it was asked, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listFuelShifts = call({
  method: 'GET',
  path: '/auth/v1/fuel/shifts',
  title: '油品调整列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...shiftFilter, ...pageFields }),
  output: zPage(FuelShiftRow),
})
/** Counts by state without the filter's own state, or with `part: 'sums'` the sums of all rows of the list. */
export const countFuelShifts = call({
  method: 'GET',
  path: '/auth/v1/fuel/shifts/statistical',
  title: '油品调整统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...shiftFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** A shift with its history and the vouchers it made. */
export const getFuelShift = call({
  method: 'GET',
  path: '/auth/v1/fuel/shifts/details',
  title: '油品调整详情',
  permit: 'fuel.view',
  input: z.strictObject({ id: zId }),
  output: z.extend(FuelShiftRow, {
    log: z.array(LogLine),
    vouchers: z.array(z.object({ id: zId, voucherNo: z.string(), isFuel: z.boolean() })),
  }),
})
export type FuelShiftDetail = z.output<typeof getFuelShift.output>
/** Asks for a shift; the stock and the books move when another person agrees. */
export const askFuelShift = call({
  method: 'POST',
  path: '/auth/v1/fuel/shifts/ask',
  title: '登记油品调整',
  permit: 'fuel.buy',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    kind: zKey(fuelShiftKinds),
    accountId: zId,
    /** Wanted with `TRANSFER`, refused with the others. */
    toAccountId: z.optional(zId),
    /** The line of the provider a loss accounts for: it is of this account and this amount. */
    useId: z.optional(zId),
    amount: zFen,
    reason: zText(200),
  }),
  output: z.object({ id: zId, shiftNo: z.string(), version: zVersion }),
})
/** Agrees with another person's shift, or with taking it back, as `move` says: stock and books follow. */
export const confirmFuelShift = call({
  method: 'POST',
  path: '/auth/v1/fuel/shifts/confirm',
  title: '复核油品调整',
  permit: 'fund.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, move: z.enum(['confirm', 'undo']), expectAmount: zFen }),
  output: zChanged,
})
/** Rejects or takes back a shift, asks to take a booked one back, or lets it stand. */
export const moveFuelShift = call({
  method: 'POST',
  path: '/auth/v1/fuel/shifts/move',
  title: '办理油品调整',
  permit: 'fuel.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(['reject', 'withdraw', 'askUndo', 'keep']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
