// Calls and shapes of accounts with providers of fuel and tolls (油品与 ETC 账户), and of their cards.
import { fuelCardStates, fuelKinds } from '@yunshu/domain/fuel/fuel'
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
import { fundSerialMax } from '../fund/fund.ts'

export const FuelAccountRow = z.object({
  id: zId,
  kind: zKey(fuelKinds),
  provider: z.string(),
  accountNo: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  /** Topped up and not handed out. */
  balance: zFen,
  /** Top-ups that wait for a second person. */
  waiting: zFen,
  /** Handed out and neither used nor taken back. */
  out: zFen,
  cards: z.number(),
  createdBy: z.string(),
  createdAt: zTime,
  version: zVersion,
})
export type FuelAccountRow = z.output<typeof FuelAccountRow>
const accountFilter = {
  kind: z.optional(zKey(fuelKinds)),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listFuelAccounts = call({
  method: 'GET',
  path: '/auth/v1/fuel/accounts',
  title: '油品与 ETC 账户列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...accountFilter, ...pageFields }),
  output: zPage(FuelAccountRow),
})
/** Counts by kind without the filter's own, or with `part: 'sums'` the sums of all rows of the list. */
export const countFuelAccounts = call({
  method: 'GET',
  path: '/auth/v1/fuel/accounts/statistical',
  title: '油品与 ETC 账户统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...accountFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ balance: zFen, waiting: zFen, out: zFen }),
})
/** Most characters of a number a provider gives. */
export const fuelNumberMax = 40
/** An account of the branch the person works for; it holds nothing until it is topped up. */
export const addFuelAccount = call({
  method: 'POST',
  path: '/auth/v1/fuel/accounts/add',
  title: '登记油品与 ETC 账户',
  permit: 'fuel.buy',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({ kind: zKey(fuelKinds), provider: zText(40), accountNo: zText(fuelNumberMax) }),
  output: zChanged,
})
/** A fund record of the account's branch: another person confirms it there, and only then the stock grows. */
export const topUpFuelAccount = call({
  method: 'POST',
  path: '/auth/v1/fuel/purchase',
  title: '油品与 ETC 账户充值',
  permit: 'fuel.buy',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    accountId: zId,
    amount: zFen,
    date: zTime,
    serial: zText(fundSerialMax),
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, recordNo: z.string(), version: zVersion }),
})

export const FuelCardRow = z.object({
  id: zId,
  cardNo: z.string(),
  state: zKey(fuelCardStates.states),
  accountId: zId,
  provider: z.string(),
  branchName: z.string(),
  plate: z.optional(z.string()),
  holder: z.optional(z.string()),
  /** Handed out on the card and neither used nor taken back. */
  balance: zFen,
  usedAt: z.optional(zTime),
  /** The reason it was frozen or closed for. */
  reason: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(fuelCardStates.moves)),
})
export type FuelCardRow = z.output<typeof FuelCardRow>
const cardFilter = {
  state: z.optional(zKey(fuelCardStates.states)),
  accountId: z.optional(zId),
  branchId: z.optional(zId),
  text: z.optional(zLooseText(60)),
  ids: zChosenIds,
}
export const listFuelCards = call({
  method: 'GET',
  path: '/auth/v1/fuel/cards',
  title: '油卡列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...cardFilter, ...pageFields }),
  output: zPage(FuelCardRow),
})
/** Counts by state without the filter's own state. */
export const countFuelCards = call({
  method: 'GET',
  path: '/auth/v1/fuel/cards/statistical',
  title: '油卡统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...cardFilter }),
  output: z.object({ state: z.record(z.string(), z.number()) }),
})
export const addFuelCard = call({
  method: 'POST',
  path: '/auth/v1/fuel/cards/add',
  title: '登记油卡',
  permit: 'fuel.issue',
  overlay: '操作中...',
  input: z.strictObject({
    accountId: zId,
    cardNo: zText(fuelNumberMax),
    plate: z.optional(zLooseText(12)),
    holder: z.optional(zLooseText(20)),
  }),
  output: zChanged,
})
/** Freezes, unfreezes or closes a card; a card that still holds money is not closed. */
export const moveFuelCard = call({
  method: 'POST',
  path: '/auth/v1/fuel/cards/move',
  title: '办理油卡',
  permit: 'fuel.issue',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: zKey(fuelCardStates.moves),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
