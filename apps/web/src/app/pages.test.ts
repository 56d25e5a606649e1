// Pages by name, and how long their script may take.
import { screenNames } from '@yunshu/contract/screens/screens'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageFile, pages } from './pages.ts'
import { loadPage, PageLoadError } from './script.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const page = { default: () => null }

test('[RT-01] index is the home page, and the message centre is there', () => {
  expect(pageFile('index')).toBe('HomePage')
  expect([pages.has('index'), pages.has('Notice')]).toEqual([true, true])
  expect([...pages.keys()].filter(name => !screenNames.some(known => known === name))).toEqual([])
})

test('[SH-17] a script that does not come in 120000 ms is a fault that can be retried', async () => {
  const settled = vi.fn()
  const loading = loadPage(() => new Promise(() => undefined), 0).catch((error: unknown) => settled(error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(settled.mock.calls[0]?.[0]).toBeInstanceOf(PageLoadError)
})

test('[SH-17] a second try asks again', async () => {
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new Error('lost')
    return page
  }
  await expect(loadPage(load, 0)).rejects.toThrow('lost')
  await expect(loadPage(load, 1)).resolves.toBe(page)
})
