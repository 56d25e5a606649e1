// The search of a list in one field: words, or many numbers pasted at once.
import { listTrades } from '@yunshu/contract/trade/trade'
import { expect, test } from 'vitest'
import { NumbersInput, TextInput } from '../fields/TextInput.tsx'
import { panelFields } from './ListFilter.tsx'
import type { QueryField } from './QueryForm.tsx'
import { searchOf } from './SearchField.tsx'

const fields = [
  { name: 'text', input: <TextInput max={60} placeholder="流水号、付款方" /> },
  { name: 'numbers', input: <NumbersInput /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
] satisfies QueryField<typeof listTrades>[]

test.each([
  ['LS26112900000681', { text: 'LS26112900000681' }],
  [' 唐山 钢材 ', { text: '唐山 钢材' }],
  ['冀AY1042 冀A10296D', { text: '冀AY1042 冀A10296D' }],
  [
    'LS26112900000681 2611287005275，记-202611-2821',
    { numbers: ['LS26112900000681', '2611287005275', '记-202611-2821'] },
  ],
])('%j in a search that takes words and numbers asks for %j', (text, asked) => {
  const search = searchOf<typeof listTrades>(fields)
  expect(search?.read(text)).toEqual(asked)
  // one takes the place of the other, and the panel has neither
  expect(search?.names).toEqual(['text', 'numbers'])
  expect(panelFields(fields, search).map(field => ('name' in field ? field.name : ''))).toEqual(['waybillNo'])
})

test('a list without words takes every text for numbers', () => {
  expect(searchOf<typeof listTrades>(fields.slice(1))?.read('A1')).toEqual({ numbers: ['A1'] })
})
