// Words of the banner about channels that give no answer.
import { expect, test } from 'vitest'
import { silentText } from './silentText.ts'

test('a channel that gives no answer is named with the moment of its last one; nothing is said while all of them answer', () => {
  expect(silentText([])).toBeUndefined()
  const answeredAt = Date.parse('2026-11-27T10:31:00+08:00')
  const text = silentText([{ channel: 'BANK', answeredAt }, { channel: 'SIM' }])
  expect(text).toContain('银企直联自 2026-11-27 10:31')
  expect(text).toContain('模拟银行还没有应答过（模拟）')
  expect(text).toContain('请勿另行付款')
})
