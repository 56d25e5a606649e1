// The state tables of waybills and receipts: who moves what, steps taken back, and what a receipt wants.
import { expect, test } from 'vitest'
import { stateKeys } from '../states.ts'
import { backMoves, isCorrectable, receiptFault, sidesOfMove, waybillPeopleMoves, waybillStates } from './waybill.ts'

test('a step back undoes exactly one step forward, and none after the signature', () => {
  for (const [from, name] of Object.entries(backMoves)) {
    const back = waybillStates.moves[name]
    expect(back.from).toEqual([from])
    const forward = Object.values(waybillStates.moves).filter(
      move => move.to === from && move.from.some(state => state === back.to),
    )
    expect(forward.length, name).toBeGreaterThan(0)
  }
  expect(stateKeys(waybillStates).filter(isCorrectable)).toEqual([
    'toLoad',
    'loading',
    'inTransit',
    'interrupted',
    'arrived',
    'toSign',
    'disputed',
  ])
})

test('once it loads only the platform cancels, and a carrier never signs', () => {
  expect(sidesOfMove('cancel', 'toLoad')).toEqual(['platform', 'branch', 'shipper', 'carrier'])
  expect(sidesOfMove('cancel', 'loading')).toEqual(['platform'])
  for (const name of ['sign', 'dispute', 'settleDispute'] as const)
    expect(sidesOfMove(name, 'toSign')).not.toContain('carrier')
  expect(waybillPeopleMoves.filter(name => waybillStates.moves[name].permit === 'system')).toEqual([])
})

test('photos come before the original is posted, the original before it is confirmed, where goods want them', () => {
  const rule = (needPhoto: boolean, needOriginal: boolean) => ({ needPhoto, needOriginal })
  expect([
    receiptFault(rule(true, true), 'waiting', 'post'),
    receiptFault(rule(true, true), 'uploaded', 'post'),
    receiptFault(rule(false, true), 'waiting', 'post'),
  ]).toEqual(['photo', undefined, undefined])
  expect([
    receiptFault(rule(true, true), 'uploaded', 'confirm'),
    receiptFault(rule(true, true), 'posted', 'confirm'),
    receiptFault(rule(true, false), 'uploaded', 'confirm'),
  ]).toEqual(['original', undefined, undefined])
})
