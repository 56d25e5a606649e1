// Keys are read from one table: what a press is called, and where none is heard.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowSingleKeys, keyOf, keyPlaces, keyTable, pressedKey } from './keys.ts'
import { showOverlay } from './overlay.ts'

class FakeElement extends EventTarget {
  readonly #inside: string
  constructor(inside = '') {
    super()
    this.#inside = inside
  }
  closest(places: string): this | null {
    return this.#inside !== '' && places.includes(this.#inside) ? this : null
  }
}
const press = (key: string, more: Partial<Parameters<typeof keyOf>[0]> = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: new FakeElement(),
  ...more,
})
let hasDialog = false

beforeEach(() => {
  hasDialog = false
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', { querySelector: () => (hasDialog ? {} : null) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  allowSingleKeys(true)
})

test('under a Chinese input method a key is read by its place: Process, 【 and ？ did nothing', () => {
  expect(pressedKey(press('Process', { code: 'KeyS' }))).toBe('s')
  expect(pressedKey(press('【', { code: 'BracketLeft' }))).toBe('[')
  expect(pressedKey(press('？', { code: 'Slash', shiftKey: true }))).toBe('?')
  expect(pressedKey(press('S', { code: 'KeyS' })), 'Caps Lock').toBe('s')
  expect(pressedKey(press('x', { shiftKey: true }))).toBe('X')
  expect(pressedKey(press('K', { metaKey: true }))).toBe('mod+k')
  expect(pressedKey(press('ß', { altKey: true, code: 'KeyS' }))).toBe('')
})

test('the switch of single keys ruled s and ? only: j, x, / and h went on', () => {
  const single = () => [
    keyOf(press('s'), 'all'),
    keyOf(press('j'), 'row'),
    keyOf(press('/'), 'row'),
    keyOf(press('h'), 'today'),
  ]
  expect(single()).toEqual(['search', 'next', 'ask', 'later'])
  allowSingleKeys(false)
  expect(single()).toEqual([undefined, undefined, undefined, undefined])
  expect([
    keyOf(press('k', { ctrlKey: true }), 'all'),
    keyOf(press('Enter'), 'row'),
    keyOf(press('ArrowDown'), 'today'),
    keyOf(press('Escape'), 'all'),
  ]).toEqual(['search', 'open', 'next', 'close'])
})

test('keys are silent in fields, while composing, with Ctrl or Alt, under a dialog, and on repeats but of walking', () => {
  const field = new FakeElement('textarea')
  expect(keyOf(press('s', { target: field }), 'all')).toBeUndefined()
  expect(keyOf(press('k', { target: field, ctrlKey: true }), 'all'), 'Ctrl K also while typing').toBe('search')
  expect(keyOf(press('s', { isComposing: true }), 'all')).toBeUndefined()
  expect(keyOf(press('Escape', { isComposing: true }), 'all'), 'the candidate closes first').toBeUndefined()
  expect([keyOf(press('s', { ctrlKey: true }), 'all'), keyOf(press('x', { altKey: true }), 'row')]).toEqual([
    undefined,
    undefined,
  ])
  expect([keyOf(press('j', { repeat: true }), 'row'), keyOf(press('x', { repeat: true }), 'row')]).toEqual([
    'next',
    undefined,
  ])
  expect(keyOf(press('Enter', { target: new FakeElement('button') }), 'row'), 'Enter is the button’s').toBeUndefined()
  hasDialog = true
  expect([keyOf(press('j'), 'row'), keyOf(press('s'), 'all'), keyOf(press('Escape'), 'all')]).toEqual([
    undefined,
    undefined,
    'close',
  ])
})

test('no key means two things in one place, and every place has its heading', () => {
  for (const [place, rows] of Object.entries(keyTable)) {
    expect(Object.keys(keyPlaces)).toContain(place)
    const on = Object.values(rows).flatMap(row => ('on' in row ? [...row.on] : []))
    expect(on).toEqual([...new Set(on)])
  }
})

test('keys of photos are heard in dialogs too, those of the desk are not; neither while somebody types', () => {
  hasDialog = true
  expect([keyOf(press('+'), 'photo'), keyOf(press('o'), 'photo'), keyOf(press('a'), 'desk')]).toEqual([
    'larger',
    'turn',
    undefined,
  ])
  hasDialog = false
  expect(keyOf(press('a'), 'desk')).toBe('confirm')
  expect(keyOf(press('a', { repeat: true }), 'desk'), 'held down').toBeUndefined()
  const field = new FakeElement('textarea')
  expect([keyOf(press('o', { target: field }), 'photo'), keyOf(press('r', { target: field }), 'desk')]).toEqual([
    undefined,
    undefined,
  ])
})

test('a key meant the page under a call that was under way: no key is heard until its end', () => {
  const heard = () => [
    keyOf(press('a'), 'inbox'),
    keyOf(press('j'), 'row'),
    keyOf(press('Escape'), 'all'),
    keyOf(press('k', { ctrlKey: true }), 'all'),
  ]
  const ends = [showOverlay('操作中...'), showOverlay('提交中...')]
  for (const end of ends) {
    expect(heard()).toEqual([undefined, undefined, undefined, undefined])
    end()
  }
  expect(heard()).toEqual(['act', 'next', 'close', 'search'])
})
