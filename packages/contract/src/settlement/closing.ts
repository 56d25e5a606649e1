// The closing of a sheet of which payments failed, by two people.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zNumber, zText, zVersion } from '../fields.ts'

/** Asks to close a sheet whose payment failed: the books take it back, so another person has to agree. */
export const askCloseSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/askClose',
  title: '申请关闭结算单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
export const withdrawCloseSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/withdrawClose',
  title: '撤回关闭申请',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: zChanged,
})
export const refuseCloseSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/refuseClose',
  title: '退回关闭申请',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
/** Closes it, by another person than the one who asked: its waybills can be settled anew. */
export const confirmCloseSettlement = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/confirmClose',
  title: '确认关闭结算单',
  permit: 'settlement.pay',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ settlementNum: zNumber, version: zVersion }),
  output: zChanged,
})
