// Suggestions of a lane read from a chat message: values with the paths they go to, each to be looked at.
import type { BookEntry } from '@yunshu/contract/goods/book'
import type { ChatLane, ChatPlace } from '@yunshu/domain/goods/chat'
import type { GoodsKind } from '@yunshu/domain/goods/goods'

/** One field, and the words that stand at it until somebody touched or accepted it. */
export interface Suggestion {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  readonly mark: string
}

const pasted = '来自粘贴，请核对'
const otherPhone = '粘贴的电话不是常用联系人的，请填写联系人'

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
): (BookEntry['points'][number] | undefined)[] {
  const shown = book.filter(({ isHidden }) => !isHidden)
  const lane = shown.find(
    ({ kind, points: [from, to] }) =>
      kind === 'lane' && load && unload && from && to && holds(load, from.regionCode) && holds(unload, to.regionCode),
  )
  if (lane) return [...lane.points]
  return [load, unload].map(
    place =>
      place &&
      shown.find(({ kind, points: [at] }) => kind === 'place' && at !== undefined && holds(place, at.regionCode))
        ?.points[0],
  )
}

function placeFields(
  side: 'loadPoints' | 'unloadPoints',
  said: ChatPlace | undefined,
  own: BookEntry['points'][number] | undefined,
  isWhole: IsWhole,
): Suggestion[] {
  if (!said) return []
  const at = (name: string, value: unknown, mark = pasted): Suggestion => ({ path: [side, 0, name], value, mark })
  if (own) {
    const mark = `来自粘贴：${said.path.split(' / ').at(-1) ?? ''}，按常用地址填入，请核对`
    return [
      at('regionName', own.regionName),
      at('regionCode', own.regionCode, mark),
      at('name', own.name, mark),
      at('address', own.address, mark),
      at('contact', own.contact, mark),
      at('mobile', own.mobile, mark),
    ]
  }
  return isWhole(said.code)
    ? [at('regionName', said.path), at('regionCode', said.code)]
    : [at('regionCode', undefined, `来自粘贴：${said.path}，请选区县`)]
}

/** Trucks count where the price is by the truck, or where no tons are told; bulk counts tons alone. */
function quantityFields({ weight, trucks, price, pricing }: ChatLane, kind: GoodsKind): Suggestion[] {
  const at = (path: Suggestion['path'], value: unknown): Suggestion => ({ path, value, mark: pasted })
  const byTruck = kind !== 'SH' && trucks !== undefined && (pricing === 'PER_TRUCK' || weight === undefined)
  const mode = byTruck ? 'BY_TRUCK' : weight === undefined ? undefined : 'BY_TON'
  return [
    ...(weight === undefined ? [] : [at(['items', 0, 'weightG'], weight)]),
    ...(mode === undefined ? [] : [at(['quantityMode'], mode), at(['totalQty'], byTruck ? trucks : weight)]),
    ...(price === undefined || pricing === 'PER_M3' ? [] : [at(['pricing'], pricing), at(['unitPrice'], price)]),
  ]
}

/** All fields a lane would fill. */
export function suggestionsOf(
  lane: ChatLane,
  { book, kind, isWhole }: { book: readonly BookEntry[]; kind: GoodsKind; isWhole: IsWhole },
): Suggestion[] {
  const [load, unload] = ownPlaces(lane, book)
  const { mobile, loadFrom, loadTo } = lane
  const at = (name: string, value: unknown): Suggestion[] =>
    value === undefined ? [] : [{ path: ['loadPoints', 0, name], value, mark: pasted }]
  const places = [
    ...placeFields('loadPoints', lane.load, load, isWhole),
    ...placeFields('unloadPoints', lane.unload, unload, isWhole),
  ]
  // the phone of the message is the one to call for this load, and nobody knows whose it is
  const isOther = mobile !== undefined && mobile !== load?.mobile
  const replaced = new Set(isOther ? ['loadPoints.0.mobile', 'loadPoints.0.contact'] : [])
  return [
    ...places.filter(({ path }) => !replaced.has(path.join('.'))),
    ...(isOther && load ? [{ path: ['loadPoints', 0, 'contact'], value: undefined, mark: otherPhone }] : []),
    ...(isOther ? at('mobile', mobile) : []),
    ...at('windowStart', loadFrom),
    ...at('windowEnd', loadTo),
    ...quantityFields(lane, kind),
  ]
}
