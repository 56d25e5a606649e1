// The order a record was opened from.
import { expect, it } from 'vitest'
import { keepOrder, pageOf, placeOf } from './neighbours.ts'

it('a record has the neighbours of the list drawn last that holds it', () => {
  keepOrder('/waybills', ['/w/1', '/w/2', '/w/3'])
  keepOrder('/goods', ['/g/1', '/g/2'])
  expect(placeOf('/w/2')).toMatchObject({ order: ['/w/1', '/w/2', '/w/3'], index: 1 })
  keepOrder('/late', ['/w/3', '/w/2'])
  expect(placeOf('/w/2')).toMatchObject({ order: ['/w/3', '/w/2'], index: 1 })
  expect(placeOf('/w/1')?.index).toBe(0)
})

it('a record has its neighbours too where the list adds a query to its address', () => {
  keepOrder('/inputs', ['/i/1?of=input', '/i/2?of=input'])
  expect(placeOf('/i/2')).toMatchObject({ order: ['/i/1?of=input', '/i/2?of=input'], index: 1 })
})

it('a record that came from no list, or from a list of one, has no neighbours', () => {
  keepOrder('/one', ['/alone'])
  expect(placeOf('/alone')).toBeUndefined()
  expect(placeOf('/never')).toBeUndefined()
})

it('a record knows the page of the list it came from, also of a list of one', () => {
  keepOrder('/only', ['/single'], '/page')
  expect([pageOf('/single'), pageOf('/never')]).toEqual(['/page', undefined])
})

it('the orders of twenty lists are kept', () => {
  keepOrder('/first', ['/a', '/b'])
  for (let at = 0; at < 20; at++) keepOrder(`/list${at}`, ['/x', '/y'])
  expect(placeOf('/a')).toBeUndefined()
})
