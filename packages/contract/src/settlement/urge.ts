// The call that urges those a sheet waits for.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zNumber } from '../fields.ts'
import { Urged } from '../urged.ts'

/** A message to those a sheet waits for (催办), once a day: its maker, or who checks and pays it. */
export const urgeSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/urge',
  title: '催办结算单',
  permit: 'settlement.view',
  input: z.strictObject({ settlementNum: zNumber }),
  output: Urged,
})
