// A signed address: good for its file and its time, and for nothing else.
import { expect, test } from 'vitest'
import { addressLifeMs, fileAddress, isAddressGood } from './signedAddress.ts'

const now = 1_790_000_000_000
const id = '01990000-0000-7000-8000-000000000001'
const session = '01990000-0000-7000-8000-00000000000a'
const address = new URL(fileAddress('secret', { id, session }, now), 'http://localhost')
const [e, n, s] = ['e', 'n', 's'].map(name => address.searchParams.get(name) ?? '')

test('an address works to the end of its time and not a moment longer', () => {
  expect(isAddressGood('secret', { id, e, n, s }, now + addressLifeMs)).toBe(true)
  expect(isAddressGood('secret', { id, e, n, s }, now + addressLifeMs + 1)).toBe(false)
})

test('an address of another installation, another file, another time or another session does not work', () => {
  expect(isAddressGood('other', { id, e, n, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id: id.replace(/1$/, '2'), e, n, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e: String(Number(e) + 1), n, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e, n }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e, s }, now)).toBe(false)
  expect(isAddressGood('secret', { id, e, n: id, s }, now)).toBe(false)
})
