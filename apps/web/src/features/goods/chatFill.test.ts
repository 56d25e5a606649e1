// Suggestions of a chat message: own places before divisions, marks at every field, and what counts the goods.
import type { BookEntry } from '@yunshu/contract/goods/book'
import type { ChatLane } from '@yunshu/domain/goods/chat'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { expect, test } from 'vitest'
import { suggestionsOf } from './chatFill.ts'
import { marksOfDraft, readDraft, writeDraft } from './publishForm.ts'
import { markedItems, marksText, noMarks, openMarks } from './suggestion.ts'

const place = (name: string, regionCode: string): BookEntry['points'][number] => ({
  name,
  regionCode,
  regionName: '某省 / 某市 / 某区',
  address: '某路',
  contact: '王建国',
  mobile: '13892010001',
})
const entry = (points: BookEntry['points'], over: Partial<BookEntry> = {}): BookEntry => ({
  kind: points.length === 2 ? 'lane' : 'place',
  key: points.map(({ name }) => name).join(),
  name: '',
  points,
  uses: 1,
  isPinned: false,
  isHidden: false,
  ...over,
})
const city = (code: string, path: string) => ({ code, path, from: 0, to: 2 })
const lane: ChatLane = { load: city('610800', '陕西省 / 榆林市'), unload: city('411300', '河南省 / 南阳市') }
const isWhole = (code: string): boolean => !code.endsWith('00')
const filled = (said: ChatLane, book: readonly BookEntry[], kind: 'NORMAL' | 'SH' = 'NORMAL', hasCargo = false) =>
  new Map(
    suggestionsOf(said, { book, kind, isWhole, hasCargo }).map(({ path, value, mark }) => [
      path.join('.'),
      { value, mark },
    ]),
  )

test('an own lane between the cities is taken whole, a hidden one is not, and the phone of the message leads', () => {
  const own = entry([place('煤场', '610802'), place('电厂', '411328')])
  const found = filled({ ...lane, mobile: '13800000000' }, [entry(own.points, { isHidden: true }), own])
  expect(found.get('loadPoints.0.name')?.value).toBe('煤场')
  expect(found.get('unloadPoints.0.regionCode')).toEqual({
    value: '411328',
    mark: '来自粘贴：南阳市，按常用地址填入，请核对',
  })
  expect(found.get('loadPoints.0.mobile')?.value).toBe('13800000000')
  expect(found.get('loadPoints.0.contact')).toEqual({
    value: undefined,
    mark: '粘贴的电话不是常用联系人的，请填写联系人',
  })
  expect(found.get('unloadPoints.0.contact')?.value).toBe('王建国')
  expect(filled({ ...lane, mobile: '13892010001' }, [own]).get('loadPoints.0.contact')?.value).toBe('王建国')
  expect(filled({ ...lane, mobile: '13800000000' }, []).has('loadPoints.0.contact')).toBe(false)
  expect(found.get('unloadPoints.0.mobile')?.value).toBe('13892010001')
  expect(filled(lane, [entry(own.points, { isHidden: true })]).has('loadPoints.0.name')).toBe(false)
})

test('a city without an own place stays empty and says so, a district is filled', () => {
  const found = filled(
    { load: city('610800', '陕西省 / 榆林市'), unload: city('411328', '河南省 / 南阳市 / 唐河县') },
    [],
  )
  expect(found.get('loadPoints.0.regionCode')).toEqual({
    value: undefined,
    mark: '来自粘贴：陕西省 / 榆林市，请选区县',
  })
  expect(found.get('unloadPoints.0.regionCode')?.value).toBe('411328')
})

test('trucks count where the price is by the truck or no tons are told; bulk counts tons alone', () => {
  const modes = (said: ChatLane, kind?: 'SH') => {
    const found = filled(said, [], kind)
    return [found.get('quantityMode')?.value, found.get('totalQty')?.value]
  }
  expect(modes({ weight: 33_000_000, trucks: 1, pricing: 'PER_TON', price: unitPrice(1) })).toEqual([
    'BY_TON',
    33_000_000,
  ])
  expect(modes({ weight: 33_000_000, trucks: 2, pricing: 'PER_TRUCK', price: unitPrice(1) })).toEqual(['BY_TRUCK', 2])
  expect(modes({ trucks: 5 })).toEqual(['BY_TRUCK', 5])
  expect(modes({ trucks: 5 }, 'SH')).toEqual([undefined, undefined])
})

test('the cargo of the message leads, then the one of the own lane where the form names none; trucks are asked for', () => {
  const own = entry([place('煤场', '610802'), place('电厂', '411328')], {
    cargo: { name: '动力煤', cargoCode: '0100' },
  })
  const said = filled({ ...lane, cargo: '洗精煤', cargoCode: '0100', types: ['H19'], lengthsDm: [96] }, [own])
  expect(said.get('items.0.name')).toEqual({ value: '洗精煤', mark: '来自粘贴' })
  expect(said.get('vehicleNeed.types')?.value).toEqual(['H19'])
  expect(said.get('vehicleNeed.lengthsDm')?.value).toEqual([96])
  expect(filled(lane, [own]).get('items.0.cargoCode')).toEqual({ value: '0100', mark: '这条线路上次的货物，请核对' })
  expect(filled(lane, [own], 'NORMAL', true).has('items.0.name')).toBe(false)
})

test('a filling is told in one line, what is in doubt first, and less with everything somebody touched', () => {
  const own = entry([place('煤场', '610802'), place('电厂', '411328')])
  const all = suggestionsOf(
    {
      ...lane,
      cargo: '动力煤',
      cargoCode: '0100',
      weight: 33_000_000,
      price: unitPrice(2_100_000),
      pricing: 'PER_TON',
    },
    { book: [own], kind: 'NORMAL', isWhole },
  )
  const marks = { from: 'chat', all } as const
  const values = new Map(all.map(({ path, value }) => [path.join('.'), value]))
  const items = () =>
    markedItems(
      openMarks(marks, path => values.get(path.join('.'))),
      all,
    )
  expect(marksText(marks, items())).toBe('已识别 6 项，2 项请核对')
  expect(items()[0]).toEqual({ item: '装货地', said: '煤场', isDoubt: true, path: ['loadPoints', 0, 'regionCode'] })
  values.set('unitPrice', 1)
  values.set('loadPoints.0.regionCode', '610803')
  expect(marksText(marks, items())).toBe('已识别 4 项，1 项请核对')
})

test('marks are kept with the draft, which never sends them; whatever else stands there is none', () => {
  const marks = { from: 'chat', all: [{ path: ['unitPrice'], value: 1, mark: '来自粘贴', item: '单价' }] } as const
  const body = writeDraft({ remark: '慢装' }, marks)
  expect(marksOfDraft(body)).toEqual(marks)
  const draft = readDraft(body, 0)
  expect(draft?.remark).toBe('慢装')
  expect(draft).not.toHaveProperty('marks')
  expect(marksOfDraft('{"marks":[1]}')).toEqual(noMarks)
  expect(writeDraft({ remark: '慢装' }, noMarks)).toBe('{"remark":"慢装"}')
})
