// The next step of a waybill's card: by state, side and permit; none where nothing is the reader's turn.
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { expect, test } from 'vitest'
import { nextStepOf } from './nextStep.ts'

type State = WaybillRow['state']
type Receipt = WaybillRow['receiptState']
const step = (state: State, receiptState: Receipt, companyId: string | undefined, may = true) =>
  nextStepOf(
    { id: 'w', state, receiptState, settleState: 'unsettled', shipperId: 's', carrierId: 'c' },
    companyId,
    () => may,
  )[0]

test.each<[State, Receipt, string, string, string]>([
  ['toAccept', 'none', 'c', '确认接单', 'accept'],
  ['toLoad', 'none', 'c', '到达装货地', 'arriveLoad'],
  ['loading', 'waiting', 'c', '装货发车', 'depart'],
  ['inTransit', 'waiting', 'c', '到达卸货地', 'arriveUnload'],
  ['interrupted', 'waiting', 'c', '恢复运输', 'resume'],
  ['arrived', 'waiting', 'c', '卸货完成', 'unload'],
  ['toSign', 'waiting', 'c', '上传回单', 'uploadReceipt'],
  ['signed', 'rejected', 'c', '重新上传回单', 'uploadReceipt'],
  ['toSign', 'uploaded', 's', '签收', 'sign'],
])('%s, receipt %s, for %s: %s', (state, receipt, companyId, label, act) => {
  expect(step(state, receipt, companyId)).toEqual({ label, to: `/waybill/details/w?act=${act}` })
})

test('a receipt is judged on its waybill, and who may not act, or is neither side, has no step', () => {
  expect(step('signed', 'uploaded', 's')).toEqual({ label: '看回单', to: '/waybill/details/w' })
  expect(step('signed', 'confirmed', 'c')).toBeUndefined()
  expect(step('cancelled', 'none', 'c')).toBeUndefined()
  expect(step('toLoad', 'none', undefined)).toBeUndefined()
  expect(step('toLoad', 'none', 'c', false)).toBeUndefined()
  expect(step('toLoad', 'none', 's')).toBeUndefined()
})
