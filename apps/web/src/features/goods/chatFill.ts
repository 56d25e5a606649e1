// Suggestions of a lane read from a chat message: values with the paths they go to, each to be looked at.
import type { BookEntry } from '@yunshu/contract/goods/book'
import type { BookCargo } from '@yunshu/domain/goods/book'
import type { ChatLane, ChatPlace } from '@yunshu/domain/goods/chat'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { pricings, type GoodsKind } from '@yunshu/domain/goods/goods'
import { needText } from '@yunshu/domain/goods/words'
import type { Suggestion } from './suggestion.ts'

/** Stands at a field that was filled from a message. */
export const pasted = '来自粘贴'
const otherPhone = '粘贴的电话不是常用联系人的，请填写联系人'

type OwnPlace = BookEntry['points'][number]
type IsWhole = (code: string) => boolean

// 610800 holds 610802
const holds = ({ code }: ChatPlace, region: string): boolean =>
  code === region ||
  (code.endsWith('0000')
    ? region.startsWith(code.slice(0, 2))
    : code.endsWith('00') && region.startsWith(code.slice(0, 4)))

/** Places of one's own book that the message may mean: the lane first, else each place, those used most leading. */
function ownPlaces(
  { load, unload }: ChatLane,
  book: readonly BookEntry[],
): { load?: OwnPlace | undefined; unload?: OwnPlace | undefined; cargo?: BookEntry['cargo'] } {
  const shown = book.filter(({ isHidden }) => !isHidden)
  const lane = shown.find(
    ({ kind, points: [from, to] }) =>
      kind === 'lane' && load && unload && from && to && holds(load, from.regionCode) && holds(unload, to.regionCode),
  )
  if (lane) return { load: lane.points[0], unload: lane.points[1], cargo: lane.cargo }
  const own = (place: ChatPlace | undefined): OwnPlace | undefined =>
    place &&
    shown.find(({ kind, points: [at] }) => kind === 'place' && at !== undefined && holds(place, at.regionCode))
      ?.points[0]
  return { load: own(load), unload: own(unload) }
}

function placeFields(
  side: 'loadPoints' | 'unloadPoints',
  said: ChatPlace | undefined,
  own: OwnPlace | undefined,
  isWhole: IsWhole,
): Suggestion[] {
  if (!said) return []
  const item = side === 'loadPoints' ? '装货地' : '卸货地'
  const at = (name: string, value: unknown, mark = '', more: Partial<Suggestion> = {}): Suggestion => ({
    path: [side, 0, name],
    value,
    mark,
    item,
    ...more,
  })
  if (own) {
    const mark = `来自粘贴：${said.path.split(' / ').at(-1) ?? ''}，按常用地址填入，请核对`
    return [
      at('regionName', own.regionName),
      at('regionCode', own.regionCode, mark, { isDoubt: true, said: own.name }),
      at('name', own.name),
      at('address', own.address),
      at('contact', own.contact),
      at('mobile', own.mobile),
    ]
  }
  return isWhole(said.code)
    ? [at('regionName', said.path), at('regionCode', said.code, pasted, { said: said.path })]
    : [at('regionCode', undefined, `来自粘贴：${said.path}，请选区县`, { isDoubt: true, said: said.path })]
}

/** The cargo of the message, else the one that goes along the own lane. */
function cargoFields({ cargo, cargoCode }: ChatLane, usual: BookCargo | undefined): Suggestion[] {
  const name = cargo ?? usual?.name
  const code = cargoCode ?? (name === usual?.name ? usual?.cargoCode : undefined)
  const isDoubt = cargo === undefined
  const mark = isDoubt ? '这条线路上次的货物，请核对' : pasted
  const at = (field: string, value: unknown): Suggestion[] =>
    value === undefined
      ? []
      : [{ path: ['items', 0, field], value, mark, item: '货物', said: name, ...(isDoubt ? { isDoubt } : {}) }]
  return [...at('name', name), ...at('cargoCode', code)]
}

function needFields({ types, lengthsDm }: ChatLane): Suggestion[] {
  const at = (field: string, value: unknown): Suggestion => ({
    path: ['vehicleNeed', field],
    value,
    mark: pasted,
    item: '车辆要求',
    said: needText({ types: types ?? [], lengthsDm: lengthsDm ?? [] }),
  })
  return [...(types ? [at('types', types)] : []), ...(lengthsDm ? [at('lengthsDm', lengthsDm)] : [])]
}

/** Trucks count where the price is by the truck, or where no tons are told; bulk counts tons alone. */
function quantityFields({ weight, trucks, price, pricing }: ChatLane, kind: GoodsKind): Suggestion[] {
  const at = (path: Suggestion['path'], value: unknown, item: string, said?: string): Suggestion => ({
    path,
    value,
    mark: said === undefined ? '' : pasted,
    item,
    said,
  })
  const byTruck = kind !== 'SH' && trucks !== undefined && (pricing === 'PER_TRUCK' || weight === undefined)
  const tons = weight === undefined ? '' : `${printTons(grams(weight))} 吨`
  const mode = byTruck ? 'BY_TRUCK' : weight === undefined ? undefined : 'BY_TON'
  return [
    ...(weight === undefined ? [] : [at(['items', 0, 'weightG'], weight, '重量', tons)]),
    ...(mode === undefined
      ? []
      : [
          at(['quantityMode'], mode, '总量'),
          at(['totalQty'], byTruck ? trucks : weight, '总量', byTruck ? `${trucks} 车` : tons),
        ]),
    ...(price === undefined || pricing === 'PER_M3'
      ? []
      : [
          at(['pricing'], pricing, '单价'),
          at(
            ['unitPrice'],
            price,
            '单价',
            `${printUnitPrice(price)} ${pricing === undefined ? '' : pricings[pricing].label}`,
          ),
        ]),
  ]
}

interface Filling {
  book: readonly BookEntry[]
  kind: GoodsKind
  isWhole: IsWhole
  /** The form names a cargo already, which no guess replaces. */
  hasCargo?: boolean
}

/** All fields a lane would fill. */
export function suggestionsOf(lane: ChatLane, { book, kind, isWhole, hasCargo = false }: Filling): Suggestion[] {
  const { load, unload, cargo } = ownPlaces(lane, book)
  const { mobile, loadFrom, loadTo } = lane
  const at = (name: string, value: unknown, item: string, said?: string): Suggestion[] =>
    value === undefined ? [] : [{ path: ['loadPoints', 0, name], value, mark: pasted, item, said }]
  const places = [
    ...placeFields('loadPoints', lane.load, load, isWhole),
    ...placeFields('unloadPoints', lane.unload, unload, isWhole),
  ]
  // the phone of the message is the one to call for this load, and nobody knows whose it is
  const isOther = mobile !== undefined && mobile !== load?.mobile
  const replaced = new Set(isOther ? ['loadPoints.0.mobile', 'loadPoints.0.contact'] : [])
  return [
    ...places.filter(({ path }) => !replaced.has(path.join('.'))),
    ...(isOther && load
      ? [{ path: ['loadPoints', 0, 'contact'], value: undefined, mark: otherPhone, item: '装货联系人', isDoubt: true }]
      : []),
    ...(isOther ? at('mobile', mobile, '装货电话', mobile) : []),
    ...at('windowStart', loadFrom, '装货时间', loadFrom === undefined ? '' : formatDateTime(loadFrom).slice(5, 16)),
    ...at('windowEnd', loadTo, '装货时间'),
    ...cargoFields(lane, hasCargo ? undefined : cargo),
    ...needFields(lane),
    ...quantityFields(lane, kind),
  ]
}
