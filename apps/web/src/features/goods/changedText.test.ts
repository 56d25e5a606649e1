// Changes in words: the clauses of a rule that stay are not said again.
import { expect, test } from 'vitest'
import { changedText } from './changedText.ts'

test('of a rule of several clauses only those that differ are said', () => {
  const rule = (part: string): string => `允许 ${part}，超耗部分按 720.00 元/吨扣款；运费按卸货量计；抹到元`
  expect(changedText({ field: '亏吨规则', old: rule('3‰'), new: rule('2‰') })).toBe('亏吨规则 允许 3‰ → 允许 2‰')
})

test('what has other clauses on either side is said whole; old and new only where there was an old', () => {
  expect(changedText({ field: '备注', old: '--', new: '七点装车，戴安全帽' })).toBe('备注：七点装车，戴安全帽')
  expect(changedText({ field: '备注', old: '七点装车', new: '' })).toBe('备注 七点装车 → 无')
  expect(changedText({ field: '托运单价', old: '343.40 元/吨', new: '348.40 元/吨' })).toBe(
    '托运单价 343.40 → 348.40 元/吨',
  )
})
