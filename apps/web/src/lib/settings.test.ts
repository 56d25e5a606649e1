// Own settings: asked for once, and a change made before the server answered takes nothing else away.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshBrowser, openWindow } from '../../../../tests/web/windowHarness.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const path = '/auth/v1/user/settings'
const asMap = (text = '{}'): Record<string, number> => JSON.parse(text) as Record<string, number>
const adding =
  (list: string) =>
  (text: string | undefined): string =>
    JSON.stringify({ ...asMap(text), [list]: 1 })

async function open(answers: Record<string, unknown>) {
  const browser = freshBrowser()
  const window = await openWindow(browser, answers)
  const settings = await import('./settings.ts')
  return {
    ...window,
    ...settings,
    mirror: () => [...browser.local].find(([name]) => name.startsWith('yunshu.settings.'))?.[1],
  }
}

test('a change made before the server answered is made again on its answer', async () => {
  const { loadSettings, changeSetting, mirror } = await open({ [path]: { lists: '{"goods":7}' } })
  const loading = loadSettings()
  changeSetting('lists', adding('waybills'))
  await loading
  expect(JSON.parse(mirror() ?? '')).toEqual({ lists: '{"goods":7,"waybills":1}' })
})

test('while the server does not answer nothing is saved over what it keeps', async () => {
  const answers: Record<string, unknown> = {}
  const { loadSettings, changeSetting, asked, mirror } = await open(answers)
  await loadSettings()
  changeSetting('lists', adding('waybills'))
  await vi.advanceTimersByTimeAsync(1000)
  // asked twice (entering, then before saving), and never told
  expect(asked).toEqual([path, path])
  answers[path] = { lists: '{"goods":7}' }
  changeSetting('lists', adding('offers'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(4)
  expect(JSON.parse(mirror() ?? '')).toEqual({ lists: '{"goods":7,"waybills":1,"offers":1}' })
})

test('two quick changes of one setting are both kept', async () => {
  const { loadSettings, changeSetting, asked, mirror } = await open({ [path]: { lists: '{"goods":7}' } })
  await loadSettings()
  changeSetting('lists', adding('waybills'))
  changeSetting('lists', adding('offers'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(2)
  expect(JSON.parse(mirror() ?? '')).toEqual({ lists: '{"goods":7,"waybills":1,"offers":1}' })
})
