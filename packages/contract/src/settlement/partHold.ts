// Putting payable parts on hold (暂缓) and letting them go: the shape of a hold, and its call.
import { partHoldActs } from '@yunshu/domain/settlement/partHold'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zId, zKey, zLooseText, zTime, zVersion } from '../fields.ts'

/** The reason a part is on hold, by whom and since when. */
export const PartHold = z.object({ reason: z.string(), by: z.string(), at: zTime })
export type PartHold = z.output<typeof PartHold>

/** The reason is wanted to hold one. @throws part.held where the part cannot be held or let go, also where a sheet has it */
export const holdPart = call({
  method: 'POST',
  path: '/auth/v1/settlementManage/holdPart',
  title: '暂缓或恢复结算',
  permit: 'settlement.make',
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    act: zKey(partHoldActs),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
