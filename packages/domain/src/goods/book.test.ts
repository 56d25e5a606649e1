// The address book: learned from goods, covered by what people keep, in the order people look for it.
import { expect, test } from 'vitest'
import {
  bookKey,
  bookKeyForm,
  bookLimits,
  bookName,
  bookNames,
  bookOf,
  learnBook,
  type BookEntry,
  type BookPlace,
} from './book.ts'

const place = (name: string, over: Partial<BookPlace> = {}): BookPlace => ({
  name,
  regionCode: '610802',
  regionName: '陕西省 / 榆林市 / 榆阳区',
  address: '能源路18号',
  contact: '王建国',
  mobile: '13892010001',
  ...over,
})
const [mine, plant] = [place('煤场'), place('电厂', { regionName: '河南省 / 南阳市 / 唐河县' })]

test('goods of several places teach each place, and one lane from the first loading to the last unloading', () => {
  const learned = learnBook([{ at: 2, loads: [mine, place('二场')], unloads: [place('中转'), plant] }])
  expect(learned.filter(({ kind }) => kind === 'place').map(({ points }) => points[0]?.name)).toEqual([
    '煤场',
    '二场',
    '中转',
    '电厂',
  ])
  expect(learned.filter(({ kind }) => kind === 'lane').map(bookName)).toEqual(['榆林→南阳'])
})

test('a lane knows the cargo of its newest goods where it was one, also when people keep it; the form fills it', () => {
  const coal = { name: '动力煤', cargoCode: '0100' }
  const trip = (items: readonly { name: string; cargoCode: string }[]) => ({
    at: 1,
    loads: [mine],
    unloads: [plant],
    items,
  })
  const lanes = (trips: Parameters<typeof learnBook>[0]) => learnBook(trips).filter(({ kind }) => kind === 'lane')
  const [lane] = lanes([trip([coal]), trip([{ name: '旧货', cargoCode: '1700' }])])
  expect(lane?.cargo).toEqual(coal)
  expect(lanes([trip([coal, coal])])[0]?.cargo).toBeUndefined()
  if (!lane) throw new Error('not learned')
  expect(bookOf([lane], [{ ...lane, cargo: undefined, isPinned: true }])[0]?.cargo).toEqual(coal)
})

test('one place written with other blanks and forms is one place; the person of the newest goods is the one to call', () => {
  const [entry, ...more] = learnBook([
    { at: 9, loads: [place('煤 场', { address: '能源路１８号', contact: '新人' })], unloads: [] },
    { at: 1, loads: [mine], unloads: [] },
  ])
  expect(more).toEqual([])
  expect(entry).toMatchObject({ uses: 2, lastAt: 9, points: [{ contact: '新人' }] })
})

test('a key has one length however long its places are, and neither blanks nor marks make two places one', () => {
  const long = place('…'.repeat(64), { address: '…'.repeat(256) })
  const keys = [
    [mine],
    [mine, plant],
    [long],
    [long, long],
    [place('a|b', { address: 'c' })],
    [place('a', { address: 'b|c' })],
  ].map(bookKey)
  for (const key of keys) expect(key).toMatch(bookKeyForm)
  expect(new Set(keys).size).toBe(keys.length)
})

test('what is kept covers what was learned and keeps its count; pinned first, then used most, then lately', () => {
  const entry = (name: string, over: Partial<BookEntry> = {}): BookEntry => ({
    kind: 'place',
    key: bookKey([place(name)]),
    name,
    points: [place(name)],
    uses: 0,
    isPinned: false,
    isHidden: false,
    ...over,
  })
  const all = bookOf(
    [entry('少', { uses: 1, lastAt: 9 }), entry('多', { uses: 5, lastAt: 1 }), entry('新', { uses: 1, lastAt: 10 })],
    [entry('置顶', { isPinned: true, version: 1 }), entry('少', { version: 3, isHidden: true })],
  )
  expect(all.map(({ name, uses }) => [name, uses])).toEqual([
    ['置顶', 0],
    ['多', 5],
    ['新', 1],
    ['少', 1],
  ])
  expect(all.at(-1)).toMatchObject({ version: 3, isHidden: true })
})

test('only so many learned entries are told, those used most', () => {
  const trips = Array.from({ length: bookLimits.learned + 20 }, (_, n) => ({
    at: n,
    loads: [place(`第${n}处`)],
    unloads: [],
  }))
  const book = bookOf(learnBook([...trips, { at: 0, loads: [place('第119处')], unloads: [] }]), [])
  expect(book).toHaveLength(bookLimits.learned)
  expect(book[0]?.points[0]?.name).toBe('第119处')
})

test('a lane is called as people call its ends, unless they named it', () => {
  const lane = { name: '', points: [mine, plant] }
  expect(bookName(lane)).toBe('榆林→南阳')
  expect(bookName({ ...lane, name: '老线' })).toBe('老线')
  expect(bookName({ name: '', points: [place('港', { regionName: '上海市 / 浦东新区' }), plant] })).toBe('上海→南阳')
  expect(bookName({ name: '', points: [mine] })).toBe('煤场')
})

test('lanes between the same cities stand beside each other by the names of their places', () => {
  const [one, two] = learnBook([
    { at: 2, loads: [mine], unloads: [plant] },
    { at: 1, loads: [place('二场')], unloads: [plant] },
  ]).filter(({ kind }) => kind === 'lane')
  if (!one || !two) throw new Error('not learned')
  expect(bookNames([one, two])).toEqual(['煤场→电厂', '二场→电厂'])
  expect(bookNames([one])).toEqual(['榆林→南阳'])
})
