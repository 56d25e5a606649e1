// The list the page of tasks opens on, and the counts on its panes.
import { expect, test } from 'vitest'
import { paneCount, paneToOpen } from './usePanes.ts'

test('tasks that wait come first, then goods to take, then changes; nothing opens before it is known', () => {
  expect(paneToOpen({ tasks: 2, offers: 9, changes: 1 })).toBe('tasks')
  expect(paneToOpen({ tasks: 2, offers: undefined, changes: undefined })).toBe('tasks')
  expect(paneToOpen({ tasks: 0, offers: 9, changes: 1 })).toBe('offers')
  expect(paneToOpen({ tasks: 0, offers: undefined, changes: 1 })).toBeUndefined()
  expect(paneToOpen({ tasks: 0, offers: 0, changes: 1 })).toBe('changes')
  expect(paneToOpen({ tasks: 0, offers: 0, changes: 0 })).toBe('tasks')
})

test('counts stop at 99', () => {
  expect([undefined, 0, 99, 100].map(paneCount)).toEqual(['', '0', '99', '99+'])
})
