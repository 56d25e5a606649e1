// Sheets of the house itself, and channels whose orders people carry.
import { expect, test } from 'vitest'
import { detailStages, isStageOpen, type DetailStage } from './settleDetail.ts'
import { isByFile, isOfHouse, payChannels, sheetTurns, type PayChannel } from './settlement.ts'

test('a sheet whose payer is its branch is of the house: nobody else pays it', () => {
  expect(isOfHouse({ shipper_id: 'branch', branch_id: 'branch' })).toBe(true)
  expect(isOfHouse({ shipper_id: 'shipper', branch_id: 'branch' })).toBe(false)
})

test('of all channels the batch file alone is carried to the bank by people', () => {
  expect((Object.keys(payChannels) as PayChannel[]).filter(isByFile)).toEqual(['FILE'])
})

test('money of a part is still to come in every stage until it is paid or set off, after a failure too', () => {
  const over = (Object.keys(detailStages) as DetailStage[]).filter(stage => !isStageOpen(stage))
  expect(over).toEqual(['paid', 'setOff'])
})

test('makers hand a sheet in, those who pay do everything after', () => {
  expect(Object.entries(sheetTurns).flatMap(([state, { by }]) => (by === 'maker' ? [state] : []))).toEqual([
    'draft',
    'rejected',
  ])
})
