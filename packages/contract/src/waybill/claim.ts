// Calls of claims (费用扣款): charges and deductions one side of a waybill asks for and another agrees to.
import { claimCodes, claimSides } from '@yunshu/domain/settlement/charges'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zLooseText, zText, zVersion } from '../fields.ts'

/**
 * Asks for a charge or deduction; `claimAmount` is above zero, its code says whether it adds or takes. A deduction
 * needs evidence (multipart, field `files`).
 */
export const addClaim = call({
  method: 'POST',
  path: '/auth/v1/waybill/claim/add',
  title: '登记费用扣款',
  permit: 'waybill.charge',
  noBranch: true,
  body: 'multipart',
  overlay: '提交中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    claimSide: zKey(claimSides),
    claimCode: z.enum(claimCodes, '不是可选的值'),
    claimAmount: zFen,
    reason: zText(200),
  }),
  output: z.extend(zChanged, { claimId: zId }),
})

/** Agrees to a claim or refuses it (the other side), or takes it back (who asked). */
export const answerClaim = call({
  method: 'POST',
  path: '/auth/v1/waybill/claim/answer',
  title: '答复费用扣款',
  permit: 'waybill.charge',
  noBranch: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    claimId: zId,
    move: z.enum(['agree', 'refuse', 'withdraw']),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
