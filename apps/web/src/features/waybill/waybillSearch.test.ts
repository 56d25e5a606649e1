// One text, typed or pasted into the search of the waybill list, and the condition it means.
import { expect, test } from 'vitest'
import { readWaybillSearch } from './waybillQuery.tsx'

test.each([
  ['YD26112300005431', { numbers: ['YD26112300005431'] }],
  [
    'YD26112300005431\nYD26112300005428，YD26112300005423',
    { numbers: ['YD26112300005431', 'YD26112300005428', 'YD26112300005423'] },
  ],
  ['A1 B2 C3', { numbers: ['A1', 'B2', 'C3'] }],
  ['冀a·y1126', { plate: '冀AY1126' }],
  ['AY1126', { plate: 'AY1126' }],
  ['1126', { plate: '1126' }],
  ['王建军', { driver: '王建军' }],
  ['13800001111', { driver: '13800001111' }],
])('%s', (text, filter) => {
  expect(readWaybillSearch(text)).toEqual(filter)
})
