// The call of the rows of a trial balance as its file holds them.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { pageFields, zId, zPage } from '../fields.ts'
import { TrialRow, zPeriod } from './voucher.ts'

/** The rows of the trial balance one after the other, as its file holds them. */
export const listTrialBalance = call({
  method: 'GET',
  path: '/auth/v1/manage/ledger/trial/list',
  title: '科目余额表',
  permit: 'session',
  heavy: true,
  anyOf: ['ledger.view', 'account.view'],
  input: z.strictObject({ period: zPeriod, branchId: z.optional(zId), ...pageFields }),
  output: zPage(TrialRow),
})
