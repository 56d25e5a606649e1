// The call that tells one number of a paper or an account whole: everywhere else it is masked.
import { secretRecords } from '@yunshu/domain/identity/secretNumbers'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zId, zKey, zLooseText, zText } from './fields.ts'

/**
 * One number of a record the caller reaches, for whoever has the permit of its kind; any other is not found. Each look is a row of the audit log, and a person has
 * few of them an hour and a day. Refused without `reason` where the caller's company asks for one.
 */
export const revealNumber = call({
  method: 'POST',
  path: '/auth/v1/numbers/reveal',
  title: '查看完整号码',
  permit: 'session',
  anyOf: ['pii.view', 'refund.pay', 'settlement.pay'],
  secret: true,
  heavy: true,
  input: z.strictObject({
    kind: zKey(secretRecords),
    id: zId,
    field: zText(30),
    reason: z.optional(zLooseText(200)),
  }),
  output: z.object({ value: z.string() }),
})
