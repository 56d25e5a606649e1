// The words of a message that stand beside its title.
import { expect, test } from 'vitest'
import { saidOnce } from './saidOnce.ts'

test('a message does not repeat its title: the record and the reason are left', () => {
  expect(saidOnce('运单装货发车', '运单 YD26112800005425（冀AY1042）装货发车')).toBe('YD26112800005425（冀AY1042）')
  expect(saidOnce('运单运输中断', '运单 YD26112800005425（冀AY1042）运输中断：爆胎')).toBe(
    'YD26112800005425（冀AY1042）：爆胎',
  )
})

test('a text in other words, or whose end says more than the title, stays whole', () => {
  for (const [title, text] of [
    ['回单已上传', '运单 YD26112500005274 已上传回单，请审核'],
    ['已登记磅单', '运单 YD26112500005274（冀AY1042）装货磅单 ZB1：净重 33.000 吨'],
    ['运单签收', '运单 YD26112500005274（冀AY1042）签收异议'],
    ['节日值班安排', '节日值班安排，请知悉。'],
  ] as const)
    expect(saidOnce(title, text)).toBe(text)
})
