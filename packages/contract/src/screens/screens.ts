// The one table of screens, composed of a part for each group of words, in the order of the menu.
import { goodsScreens } from './goods.ts'
import { waybillScreens } from './waybill.ts'
import { settlementScreens } from './settlement.ts'
import { booksScreens } from './books.ts'
import { invoiceScreens } from './invoice.ts'
import { trackScreens } from './track.ts'
import { fleetScreens } from './fleet.ts'
import { companyScreens } from './company.ts'
import { abnormalScreens } from './abnormal.ts'

/** Keys are the route names the server sends in accessRoutes (named pages of spec §2 keep their names). */
export const screens = {
  ...goodsScreens,
  ...waybillScreens,
  ...trackScreens,
  ...settlementScreens,
  ...booksScreens,
  ...invoiceScreens,
  ...fleetScreens,
  ...abnormalScreens,
  ...companyScreens,
} as const
export type ScreenName = keyof typeof screens
export const screenNames = Object.keys(screens) as ScreenName[]

/** Address of a screen with its parts filled in, each encoded; starts with `/`. */
export function screenUrl(name: ScreenName, parts: Readonly<Record<string, string>> = {}): string {
  return '/' + screens[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(parts[key] ?? ''))
}

/** The address of a list under a filter. */
export const listUrl = (name: ScreenName, filter: Readonly<Record<string, string>>): string =>
  `${screenUrl(name)}?${new URLSearchParams(filter).toString()}`
