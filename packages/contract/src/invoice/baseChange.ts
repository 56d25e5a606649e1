// Calls of the base of one waybill (更改口径): as its signature kept it, and put right by two people of the house.
import { baseChangeStates } from '@yunshu/domain/invoice/baseChange'
import { inputBases } from '@yunshu/domain/invoice/inputClass'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zId, zKey, zLooseText, zText, zTime, zVersion } from '../fields.ts'

const house = { sides: ['platform', 'branch'] } as const

export const BaseChange = z.object({
  id: zId,
  state: zKey(baseChangeStates.states),
  from: zKey(inputBases),
  to: zKey(inputBases),
  reason: z.string(),
  asker: z.string(),
  askedAt: zTime,
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  version: zVersion,
  moves: z.array(zKey(baseChangeStates.moves)),
})
export type BaseChange = z.output<typeof BaseChange>

/** The base of a waybill, and how it was changed, the last change first; no base of those signed before it was kept. */
export const getWaybillBase = call({
  method: 'GET',
  path: '/auth/v1/invoice/waybillBase',
  title: '运单开票口径',
  permit: 'invoice.input',
  ...house,
  input: z.strictObject({ waybillId: zId }),
  output: z.object({
    base: z.optional(zKey(inputBases)),
    /** The caller may ask for the other one. */
    canAsk: z.boolean(),
    changes: z.array(BaseChange),
  }),
})
export type WaybillBase = z.output<typeof getWaybillBase.output>
/** Asks for the other base of a signed waybill; refused while invoices or vouchers bear any of its cost. */
export const askBaseChange = call({
  method: 'POST',
  path: '/auth/v1/invoice/waybillBase/ask',
  title: '申请更改口径',
  permit: 'invoice.input',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ waybillId: zId, base: zKey(inputBases), reason: zText(200) }),
  output: zChanged,
})
/** Agrees with another person's request, rejects it, or takes one's own back. */
export const moveBaseChange = call({
  method: 'POST',
  path: '/auth/v1/invoice/waybillBase/move',
  title: '办理更改口径',
  permit: 'invoice.input',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: zKey(baseChangeStates.moves),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
