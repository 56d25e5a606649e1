// The choice of parts for a sheet: thousands at once, each once, as many as a sheet holds.
import type { SettleableRow } from '@yunshu/contract/settlement/settleable'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import { expect, test } from 'vitest'
import { chooseParts, createChoice } from './makeChoice.ts'

const row = (n: number): SettleableRow => ({
  partId: `p${n}`,
  waybillId: `w${n}`,
  part: 'arrive',
  waybillNo: `YD${n}`,
  shipperId: 'shipper',
  shipperName: '货主',
  carrierId: 'carrier',
  carrierName: '承运商',
  plate: '',
  driverName: '',
  payeeName: '',
  loadPlace: '',
  unloadPlace: '',
  itemNames: '',
  loadWeightG: grams(0),
  unloadWeightG: grams(0),
  lossG: grams(0),
  payable: fen(1),
  oil: fen(0),
  advanced: fen(0),
  deducted: fen(0),
  open: fen(1),
  owed: fen(0),
  receiptOk: true,
  receiptState: 'none',
  held: false,
  version: 1,
  signedAt: 0,
})

test('as many rows as a sheet holds are chosen, each once, and left out again', () => {
  const store = createChoice()
  const rows = Array.from({ length: sheetMax + 1 }, (_, n) => row(n))
  chooseParts(store, rows.slice(0, 10), true)
  chooseParts(store, rows, true)
  const ids = store.getState().chosen.map(({ partId }) => partId)
  expect([ids.length, new Set(ids).size]).toEqual([sheetMax, sheetMax])
  chooseParts(store, rows.slice(1), false)
  expect(store.getState().chosen.map(({ partId }) => partId)).toEqual(['p0'])
})
