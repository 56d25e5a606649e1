// A signed address: good for its file and its time, and for nothing else.
import { expect, test } from 'vitest'
import { addressLifeMs, fileAddress, isAddressGood } from './signedAddress.ts'

const now = 1_790_000_000_000
const id = '01990000-0000-7000-8000-000000000001'
const address = new URL(fileAddress('secret', id, now), 'http://localhost')
const [e, s] = [address.searchParams.get('e') ?? '', address.searchParams.get('s') ?? '']

test('an address works to the end of its time and not a moment longer', () => {
  expect(isAddressGood('secret', { id, e, s }, now + addressLifeMs)).toBe(true)
  expect(isAddressGood('secret', { id, e, s }, now + addressLifeMs + 1)).toBe(false)
})

test('an address of another installation, another file or another time does not work', () => {
  expect(isAddressGood('other', { id, e, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id: id.replace(/1$/, '2'), e, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e: String(Number(e) + 1), s }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e }, now)).toBe(false)
})
