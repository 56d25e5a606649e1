// The place of a mishap on the way of a waybill.
import { expect, test } from 'vitest'
import { wayOf } from './journey.ts'

test('an interrupted waybill shows the interruption after the departure and still what is to come', () => {
  expect(wayOf('interrupted')).toEqual([
    'toAccept',
    'toLoad',
    'loading',
    'inTransit',
    'interrupted',
    'arrived',
    'toSign',
    'signed',
    'finished',
  ])
})

test('a waybill on its way has no mishap in it', () => {
  expect(wayOf('inTransit')).not.toContain('interrupted')
  expect(wayOf('cancelled')).not.toContain('cancelled')
})
