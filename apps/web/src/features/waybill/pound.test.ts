// Demands of goods for weighings, in words.
import { expect, test } from 'vitest'
import { poundRuleText } from './pound.ts'

test('a pound rule reads as what has to be there', () => {
  expect(poundRuleText({ loadPhoto: true, loadWeight: true, unloadPhoto: false, unloadWeight: true })).toBe(
    '装货重量和照片、卸货重量',
  )
  expect(poundRuleText({ loadPhoto: false, loadWeight: false, unloadPhoto: true, unloadWeight: false })).toBe(
    '卸货照片',
  )
  expect(poundRuleText({ loadPhoto: false, loadWeight: false, unloadPhoto: false, unloadWeight: false })).toBe('无要求')
})
