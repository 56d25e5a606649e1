// Calls of papers of waybills: the check by number and code, the paper behind a link, and what the desk makes of both.
import { chainLegs, legStates } from '@yunshu/domain/chain/chain'
import { checkMobile } from '@yunshu/domain/identity/identity'
import { checksAtOnce, checkVerdicts, paperLinkLimits } from '@yunshu/domain/waybill/paper'
import { receiptStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zDone, zFen, zGrams, zId, zInt, zKey, zLooseText, zRuled, zText, zTime } from '../fields.ts'
import { ShownPoint } from '../goods/goods.ts'

// any text is answered the same way, so that the form of a number or code tells nothing either
const pair = { waybillNo: zLooseText(35), checkCode: zLooseText(12) }
const zAnyCode = z.optional(z.string().check(z.maxLength(64)))

/** The fields of a checked waybill, and no others: plate and driver are masked, no contact and no number is among them. */
export const CheckedWaybill = z.object({
  waybillNo: z.string(),
  state: zKey(waybillStates.states),
  shipperName: z.string(),
  carrierName: z.string(),
  /** 榆林市 → 南阳市 */
  route: z.string(),
  itemNames: z.string(),
  plate: z.string(),
  driverName: z.string(),
  planWeightG: zGrams,
  loadWeightG: z.optional(zGrams),
  unloadWeightG: z.optional(zGrams),
  times: z.array(z.object({ state: zKey(waybillStates.states), at: zTime })),
  receiptState: zKey(receiptStates.states),
  receiptFiles: z.number(),
  isPaid: zBool,
  /** The four flows by one word each, once it is signed: no amount, no reason and no document is among them. */
  legs: z.optional(z.record(zKey(chainLegs), zKey(legStates.states))),
  /** The freight of the side that made the link; only by a link that shows it. */
  freight: z.optional(zFen),
})
export type CheckedWaybill = z.output<typeof CheckedWaybill>

/** A waybill by its number and code. A wrong pair and an unknown number are answered alike; few tries. */
export const checkWaybill = call({
  method: 'POST',
  path: '/v1/public/waybill/check',
  title: '核验运单',
  permit: 'public',
  input: z.strictObject({ ...pair, linkCode: zAnyCode }),
  output: CheckedWaybill,
})

/**
 * Several at once, each by its own pair: one answer for each in their order, without what a link shows. Every pair is a try of
 * its own, and a request of its own for the address it comes from.
 */
export const checkWaybills = call({
  method: 'POST',
  path: '/v1/public/waybill/checkMany',
  title: '批量核验运单',
  permit: 'public',
  input: z.strictObject({
    pairs: z
      .array(z.strictObject({ waybillNo: zText(35), checkCode: zText(12) }))
      .check(z.minLength(1, '请至少填写一行'), z.maxLength(checksAtOnce, `一次最多核验 ${checksAtOnce} 张`)),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        waybillNo: z.string(),
        /** Absent of a wrong pair. */
        waybill: z.optional(CheckedWaybill),
        /** Tried too often: not looked at. */
        isLocked: z.optional(zBool),
      }),
    ),
  }),
})
export type CheckedPair = z.output<typeof checkWaybills.output>['rows'][number]

/** The verdict of whoever checked it, with a name and a number to call; it stands in the waybill's record. */
export const giveVerdict = call({
  method: 'POST',
  path: '/v1/public/waybill/verdict',
  title: '提交核验意见',
  permit: 'public',
  overlay: '操作中...',
  input: z.strictObject({
    ...pair,
    verdict: zKey(checkVerdicts),
    name: zText(30),
    mobile: zRuled(11, checkMobile),
    remark: z.optional(zLooseText(200)),
  }),
  output: zDone,
})

/** A waybill as it is printed: numbers of people are masked, prices stand on none. */
export const WaybillPaper = z.object({
  waybillNo: z.string(),
  checkCode: z.string(),
  upstreamNo: z.optional(z.string()),
  state: zKey(waybillStates.states),
  shipperName: z.string(),
  shipperCode: z.string(),
  carrierName: z.string(),
  carrierCode: z.string(),
  plate: z.string(),
  driverName: z.string(),
  driverMobile: z.string(),
  driverIdNo: z.string(),
  segments: z.array(z.object({ plate: z.string(), driverName: z.string() })),
  loadPoints: z.array(ShownPoint),
  unloadPoints: z.array(ShownPoint),
  items: z.array(z.object({ name: z.string(), packing: z.optional(z.string()) })),
  planWeightG: zGrams,
  loadWeightG: z.optional(zGrams),
  unloadWeightG: z.optional(zGrams),
  createdAt: zTime,
})
export type WaybillPaper = z.output<typeof WaybillPaper>

/** The paper behind a link; links that are over and those that never were are not found alike. */
export const getPaper = call({
  method: 'POST',
  path: '/v1/public/waybill/paper',
  title: '纸质运单',
  permit: 'public',
  input: z.strictObject({ linkCode: zAnyCode }),
  output: z.object({ paper: WaybillPaper, prints: z.number(), expiresAt: zTime }),
})

/** Counts one print; the number of it stands on the paper. */
export const countPrint = call({
  method: 'POST',
  path: '/v1/public/waybill/paper/print',
  title: '打印纸质运单',
  permit: 'public',
  input: z.strictObject({ linkCode: zAnyCode }),
  output: z.object({ prints: z.number() }),
})

/** A link to a paper; people of the side that made it may pass it on again. */
export const PaperLink = z.object({
  id: zId,
  linkCode: z.string(),
  showsAmount: zBool,
  expiresAt: zTime,
  prints: z.number(),
  revokedAt: z.optional(zTime),
  createdName: z.string(),
  createdAt: zTime,
})
export type PaperLink = z.output<typeof PaperLink>

/** A verdict somebody left; the number to call is masked. */
export const VerdictRow = z.object({
  id: zId,
  verdict: zKey(checkVerdicts),
  name: z.string(),
  mobile: z.string(),
  remark: z.string(),
  at: zTime,
})

/** The code, the links of one's own side, and the verdicts left for a waybill, newest first. */
export const getPaperDesk = call({
  method: 'GET',
  path: '/auth/v1/waybill/paper',
  title: '纸质运单与核验',
  permit: 'waybill.share',
  noBranch: true,
  input: z.strictObject({ id: zId }),
  output: z.object({
    checkCode: z.string(),
    links: z.array(PaperLink),
    verdicts: z.array(VerdictRow),
    /** Whether the caller may make links that show the freight. */
    maySeeAmount: zBool,
  }),
})

export const makePaperLink = call({
  method: 'POST',
  path: '/auth/v1/waybill/paper/link',
  title: '生成纸质运单链接',
  permit: 'waybill.share',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, days: zInt(1, paperLinkLimits.daysMax), showsAmount: zBool }),
  output: PaperLink,
})

/** Makes a link worthless at once; one that is already stays as it was. */
export const revokePaperLink = call({
  method: 'POST',
  path: '/auth/v1/waybill/paper/link/revoke',
  title: '作废纸质运单链接',
  permit: 'waybill.share',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({ linkId: zId }),
  output: zDone,
})
