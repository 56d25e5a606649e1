// The filter of a list in its address: written, read back, and safe against hand-edited links.
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { describe, expect, test } from 'vitest'
import { readAddress, readFilter, writeFilter } from './urlState.ts'

describe('filter in the address', () => {
  test('what is written is read back with its types', () => {
    const filter = {
      state: 'toSign',
      numbers: ['YD2611210000001', 'YD2611210000002'],
      plate: '川A12345',
      from: 1_790_000_000_000,
    } as const
    const params = writeFilter(listWaybills, { ...filter, numbers: [...filter.numbers] }, new URLSearchParams())
    expect(readFilter(listWaybills, new URLSearchParams(params.toString()))).toEqual(filter)
  })

  test('parameters of others stay, fields that are cleared go', () => {
    const params = writeFilter(listWaybills, { plate: '川A12345' }, new URLSearchParams('pane=log&state=toSign'))
    expect(params.toString()).toBe(new URLSearchParams({ pane: 'log', plate: '川A12345' }).toString())
  })

  test('empty values leave no trace in the address', () => {
    expect(writeFilter(listWaybills, { plate: '', numbers: [] }, new URLSearchParams()).toString()).toBe('')
  })

  test.each([
    ['a state that does not exist', 'state=nonsense&plate=A', { plate: 'A' }],
    ['text that is no JSON', 'numbers=YD1&plate=A', { plate: 'A' }],
    ['a number that is none', 'from=yesterday&plate=A', { plate: 'A' }],
    ['a field the call has not', 'admin=true&plate=A', { plate: 'A' }],
    ['a prototype name', '__proto__=1&constructor=2&plate=A', { plate: 'A' }],
  ])('%s is left out, the rest is kept', (_, address, filter) => {
    expect(readFilter(listWaybills, new URLSearchParams(address))).toEqual(filter)
  })

  test('what cannot be read is named, for a list must not pass for a narrower one; pages are no part of an address', () => {
    expect(
      readAddress(listWaybills, new URLSearchParams('state=nonsense&numbers=YD1&plate=A&admin=1&limit=9999&cursor=x')),
    ).toEqual({ filter: { plate: 'A' }, unread: ['state', 'numbers'] })
  })

  test('a call with required fields can still have part of a filter', () => {
    expect(readFilter(listVouchers, new URLSearchParams('period=202611'))).toEqual({ period: '202611' })
    expect(writeFilter(listVouchers, { period: '202611' }, new URLSearchParams()).toString()).toBe('period=202611')
  })
})
