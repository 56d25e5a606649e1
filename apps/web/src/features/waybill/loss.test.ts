// Remarks on two weights while they are typed.
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { expect, test } from 'vitest'
import { lossRuleText, lossSentence } from './loss.ts'

const rule = {
  kind: 'PERMILLE',
  allow: 3000,
  scope: 'EXCESS',
  basis: 'SMALLER',
  deductUnitPrice: unitPrice(8_000_000),
  rounding: 'NONE',
} as const

test('a loss beyond the allowance says what will be deducted', () => {
  expect(lossSentence(grams(32_400_000), grams(32_250_000), rule)).toEqual({
    text: '亏吨 150.000 公斤，超过允许的 97.200 公斤，预计扣款 42.24 元',
    isOver: true,
  })
})

test('a loss within the allowance is no fault', () => {
  expect(lossSentence(grams(32_400_000), grams(32_350_000), rule)).toEqual({
    text: '亏吨 50.000 公斤，在允许的 97.200 公斤之内',
    isOver: false,
  })
})

test('more unloaded than loaded asks to check the weighbridge ticket', () => {
  expect(lossSentence(grams(32_000_000), grams(32_400_000), rule).isOver).toBe(true)
})

test('a loss rule reads as a sentence', () => {
  expect(lossRuleText(rule)).toBe('允许 3‰，超耗部分按 800.00 元/吨扣款')
  expect(lossRuleText({ ...rule, kind: 'NONE' })).toBe('不计亏吨')
  expect(lossRuleText({ ...rule, kind: 'KG', allow: 50_000 })).toContain('50 公斤')
})
