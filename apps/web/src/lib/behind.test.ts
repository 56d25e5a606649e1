// Work behind the paint is done once and never lost.
import { beforeEach, expect, test, vi } from 'vitest'
import { behindPaint, catchUp } from './behind.ts'

let frames: (() => void)[] = []
const heard = new Map<string, (event: object) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.splice(frame - 1, 1, () => undefined))
  vi.stubGlobal('addEventListener', (name: string, hear: (event: object) => void) => heard.set(name, hear))
})
const paint = (): void => {
  for (const frame of frames) frame()
  frames = []
  vi.advanceTimersByTime(0)
}

test('work that is asked for many times is done once, after the frame and not in it', () => {
  const run = vi.fn()
  const { later } = behindPaint(run)
  later()
  later()
  for (const frame of frames) frame()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
  later()
  paint()
  expect(run).toHaveBeenCalledTimes(2)
})

test('a window without frames does it all the same', () => {
  const run = vi.fn()
  behindPaint(run).later()
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('the end of the page, a press and a key that types nothing find all of it done, also what it leads to', () => {
  for (const [name, event] of [
    ['pagehide', {}],
    ['pointerdown', {}],
    ['click', {}],
    ['keydown', { key: 'Enter' }],
    ['keydown', { key: 's', ctrlKey: true }],
  ] as const) {
    const run = vi.fn()
    const next = behindPaint(run)
    behindPaint(next.later).later()
    heard.get('keydown')?.({ key: 's', ctrlKey: false, metaKey: false })
    expect(run).not.toHaveBeenCalled()
    heard.get(name)?.(event)
    expect(run, name).toHaveBeenCalledTimes(1)
    paint()
    expect(run, name).toHaveBeenCalledTimes(1)
  }
})

test('what was dropped is not done, and what waits can become other work', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { later, drop, now, becomes } = behindPaint(first)
  later()
  drop()
  paint()
  catchUp()
  now()
  later()
  becomes(second)
  now()
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
})
