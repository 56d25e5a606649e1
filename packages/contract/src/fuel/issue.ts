// Calls and shapes of what was handed out of stocks of fuel and tolls to waybills (发放记录).
import { fuelIssueStates, fuelKinds, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { waybillStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zBool,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'

export const FuelIssueRow = z.object({
  id: zId,
  issueNo: z.string(),
  kind: zKey(fuelKinds),
  medium: zKey(fuelMedia),
  state: zKey(fuelIssueStates.states),
  provider: z.string(),
  branchCompanyId: zId,
  branchName: z.string(),
  cardNo: z.optional(z.string()),
  couponNo: z.optional(z.string()),
  waybillId: zId,
  waybillNo: z.string(),
  plate: z.string(),
  driver: z.string(),
  carrierName: z.string(),
  amount: zFen,
  used: zFen,
  recovered: zFen,
  left: zFen,
  remark: z.optional(z.string()),
  maker: z.string(),
  /** When it was used up, verified or taken back. */
  endedAt: z.optional(zTime),
  endedBy: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(fuelIssueStates.moves)),
})
export type FuelIssueRow = z.output<typeof FuelIssueRow>
const issueFilter = {
  state: z.optional(zKey(fuelIssueStates.states)),
  kind: z.optional(zKey(fuelKinds)),
  medium: z.optional(zKey(fuelMedia)),
  accountId: z.optional(zId),
  cardId: z.optional(zId),
  branchId: z.optional(zId),
  /** The day it was handed out, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  /** The day it was used up or verified, from and before. */
  endedFrom: z.optional(zTime),
  endedTo: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listFuelIssues = call({
  method: 'GET',
  path: '/auth/v1/fuel/issues',
  title: '发放记录列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...issueFilter, ...pageFields }),
  output: zPage(FuelIssueRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countFuelIssues = call({
  method: 'GET',
  path: '/auth/v1/fuel/issues/statistical',
  title: '发放记录统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...issueFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen, used: zFen, recovered: zFen, left: zFen }),
})
/** The room of a waybill for fuel, before it is handed out. */
export const getFuelRoom = call({
  method: 'GET',
  path: '/auth/v1/fuel/issue/room',
  title: '可发放金额',
  permit: 'fuel.issue',
  input: z.strictObject({ waybillNo: zNumber, cardId: z.optional(zId) }),
  output: z.object({
    waybillId: zId,
    waybillNo: z.string(),
    state: zKey(waybillStates.states),
    plate: z.string(),
    driver: z.string(),
    carrierName: z.string(),
    planned: zFen,
    issued: zFen,
    /** The amount this person may still hand out. */
    left: zFen,
    /** False once it is signed or has come to nothing, and before it is accepted. */
    isOpen: zBool,
    /** The plate the card is kept for, where that is another than the waybill's. */
    cardPlate: z.optional(z.string()),
  }),
})
/** Waybills on their way whose plan has fuel they were not handed yet, those accepted first ahead; fifty at most. */
export const listFuelReady = call({
  method: 'GET',
  path: '/auth/v1/fuel/issue/ready',
  title: '待发放油费的运单',
  permit: 'fuel.issue',
  heavy: true,
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({
    rows: z.array(
      z.object({
        waybillNo: z.string(),
        plate: z.string(),
        driver: z.string(),
        carrierName: z.string(),
        /** The fuel of its plan, and the part of it that was not handed out. */
        planned: zFen,
        left: zFen,
        acceptedAt: z.optional(zTime),
      }),
    ),
  }),
})
/** Hands fuel out to a waybill on its way, on a card or as a coupon. */
export const issueFuel = call({
  method: 'POST',
  path: '/auth/v1/fuel/issue',
  title: '发放油卡油券',
  permit: 'fuel.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    medium: z.enum(['CARD', 'COUPON']),
    accountId: zId,
    /** Wanted with CARD, refused with COUPON. */
    cardId: z.optional(zId),
    waybillNo: zNumber,
    amount: zFen,
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, issueNo: z.string(), couponNo: z.optional(z.string()), version: zVersion }),
})
/** Takes back what was not used, before the waybill is signed. */
export const recoverFuel = call({
  method: 'POST',
  path: '/auth/v1/fuel/recover',
  title: '回收未用油费',
  permit: 'fuel.recover',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectLeft: zFen, reason: zText(200) }),
  output: zChanged,
})
