// The reason a receipt is sent back for, made of what was chosen and typed.
import { expect, test } from 'vitest'
import { nothingRefused, refusalText, toggleReason } from './receiptReasons.ts'

test('reasons stand in the order of the table, before what is typed; a second press takes one back', () => {
  expect(refusalText(nothingRefused)).toBe('')
  const both = toggleReason(toggleReason(nothingRefused, '缺页'), '缺签章')
  expect(refusalText(both)).toBe('缺签章；缺页')
  expect(refusalText({ ...both, text: ' 背面 ' })).toBe('缺签章；缺页；背面')
  expect(refusalText(toggleReason(both, '缺页'))).toBe('缺签章')
  expect(refusalText({ ...nothingRefused, text: '  ' })).toBe('')
})
