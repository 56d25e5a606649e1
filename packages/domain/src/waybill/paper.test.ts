// The fragment on a paper: what is written into it is read from it, and nonsense reads as empty.
import { expect, test } from 'vitest'
import { checkFragment, readCheckFragment, readPairs } from './paper.ts'

test('a pair goes through a fragment and back, with and without a link', () => {
  const pair = { waybillNo: 'YD2611250001', checkCode: '012345' }
  expect(readCheckFragment(checkFragment(pair))).toEqual(pair)
  expect(readCheckFragment(checkFragment({ ...pair, linkCode: 'a_-b' }))).toEqual({ ...pair, linkCode: 'a_-b' })
})

test('a broken fragment fills nothing', () => {
  expect(readCheckFragment('')).toEqual({ waybillNo: '', checkCode: '' })
  expect(readCheckFragment('#no=%E0%A4%A&code')).toEqual({ waybillNo: '', checkCode: '' })
})

test('pasted pairs are read line by line, whatever stands between number and code; a lone number has no code', () => {
  const [first, second] = [
    { waybillNo: 'YD1', checkCode: '012345' },
    { waybillNo: 'YD2', checkCode: '000001' },
  ]
  expect(readPairs('YD1 012345\n\n YD2，000001 \r\nYD3')).toEqual([first, second, { waybillNo: 'YD3', checkCode: '' }])
  expect(readPairs('YD1\t012345')).toEqual([first])
  expect(readPairs(' \n ')).toEqual([])
})
