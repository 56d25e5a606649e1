// Calls and shapes of settling by exception: what can be settled, summed by carrier, and one sheet of each sum.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zFen, zId, zLooseText, zSignedFen, zText, zTime, zVersion } from '../fields.ts'

/**
 * The waybills of one shipper, carrier and branch that can be settled. Counts but `total` and all amounts are those of
 * the next sheet: the oldest, as many as a sheet holds.
 */
export const SettleableGroup = z.object({
  shipperId: zId,
  shipperName: z.string(),
  carrierId: zId,
  carrierName: z.string(),
  /** The branch whose books carry them. */
  bookId: zId,
  total: z.number(),
  count: z.number(),
  payable: zFen,
  oil: zFen,
  advanced: zFen,
  deducted: zFen,
  /** The carrier's debt from earlier sheets: the sheet takes it off once. */
  owed: zFen,
  /** Payment of the sheet: payable − oil − advanced − deducted − owed; below zero the rest becomes a debt. */
  open: zSignedFen,
  oldestSignedAt: zTime,
  dueAt: z.optional(zTime),
  /** Waybills past their due date, with a deduction (rounding is none), and with less than nothing to pay. */
  overdue: z.number(),
  cut: z.number(),
  negative: z.number(),
  /** Stands for exactly these waybills in exactly these versions. */
  stamp: z.string(),
})
export type SettleableGroup = z.output<typeof SettleableGroup>

/** Groups with something to look at first, then those that wait longest, as far as `groupLimits` go. */
export const listSettleableGroups = call({
  method: 'GET',
  path: '/auth/v1/settlement/groups',
  title: '按承运商待结算',
  permit: 'settlement.make',
  heavy: true,
  input: z.strictObject({
    carrierId: z.optional(zId),
    shipperId: z.optional(zId),
    /** Advances of waybills on their way instead; the first time of a group is when one was taken. */
    advance: z.optional(z.boolean()),
  }),
  output: z.object({
    rows: z.array(SettleableGroup),
    /** Not all waybills were summed, or not all groups are here. */
    more: z.boolean(),
    /** The last waybill that was summed, where not all were: sheets of these groups end with it. */
    bound: z.optional(zId),
    /** Signed waybills on no sheet that cannot be settled yet, counted to one beyond `groupLimits`. */
    barred: z.number(),
  }),
})

/** Makes one sheet of a group's next waybills. @throws settlement.regrouped where they are no longer those of `stamp` */
export const makeGroupSettlement = call({
  method: 'POST',
  path: '/auth/v1/settlement/makeGroup',
  title: '按承运商生成结算单',
  permit: 'settlement.make',
  money: true,
  input: z.strictObject({
    shipperId: zId,
    carrierId: zId,
    bookId: zId,
    stamp: zText(64),
    /** The group is one of advances. */
    advance: z.optional(z.boolean()),
    /** Of the answer the group stood in. */
    bound: z.optional(zId),
    /** The debt that was seen: another one makes no sheet. */
    owed: zFen,
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, settlementNum: z.string(), version: zVersion }),
})
