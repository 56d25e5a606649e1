// Calls of the page a payment partner sends a browser back to: it shows what our server knows, never what the address says.
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zFen, zKey, zLooseText, zTime } from '../fields.ts'

/** The rest of the address, which is only written down. */
const told = z.optional(zLooseText(500))

/** Kinds of order a browser comes back from. */
export const returnKinds = { payment: '付款', account: '开户' } as const
/** The state of an opening of an account, in the words of payments. */
export const accountReturns = {
  pending: { label: '处理中', tone: 'busy' },
  success: { label: '成功', tone: 'good' },
  failed: { label: '失败', tone: 'bad' },
} as const

/** A payment of the caller's sheets; the channel is asked anew while its end is not known. */
export const getPaymentReturn = call({
  method: 'POST',
  path: '/auth/v1/payment/return',
  title: '支付结果',
  permit: 'settlement.view',
  wholeCompany: true,
  personal: true,
  input: z.strictObject({ orderNo: zLooseText(64), told }),
  output: z.object({
    orderNo: z.string(),
    amount: zFen,
    state: zKey(paymentStates.states),
    reason: z.optional(z.string()),
    at: zTime,
    settlementNum: z.string(),
    isSimulated: zBool,
  }),
})

/** The opening of an account by the code that left with the browser: good once, then for this browser alone. */
export const askAccountReturn = call({
  method: 'POST',
  path: '/v1/public/paymentReturn',
  title: '开户结果',
  permit: 'public',
  input: z.strictObject({ returnCode: z.optional(z.string().check(z.maxLength(64))), told }),
  output: z.object({
    orderNo: z.string(),
    state: zKey(accountReturns),
    reason: z.optional(z.string()),
    at: zTime,
    isSimulated: zBool,
  }),
})
