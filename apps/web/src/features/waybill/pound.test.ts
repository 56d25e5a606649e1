// Demands of goods for weighings, in words, and the order weighings are read in.
import { expect, test } from 'vitest'
import { poundRuleText, ticketsInOrder } from './pound.ts'

test('a pound rule reads as what has to be there', () => {
  expect(poundRuleText({ loadPhoto: true, loadWeight: true, unloadPhoto: false, unloadWeight: true })).toBe(
    '装货重量和照片、卸货重量',
  )
  expect(poundRuleText({ loadPhoto: false, loadWeight: false, unloadPhoto: true, unloadWeight: false })).toBe(
    '卸货照片',
  )
  expect(poundRuleText({ loadPhoto: false, loadWeight: false, unloadPhoto: false, unloadWeight: false })).toBe('无要求')
})

test('weighings are read in the order of the journey, whichever was entered first', () => {
  const of = (place: 'load' | 'unload', no: number) => ({ place, no })
  expect(ticketsInOrder([of('unload', 1), of('load', 2), of('unload', 3)]).map(({ no }) => no)).toEqual([2, 1, 3])
})
