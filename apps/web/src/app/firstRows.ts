// The script and the rows of the page a cold start opens: asked for before the script of the shell is read.
import type { ScreenName } from '@yunshu/contract/screens/screens'
import { listGoods } from '@yunshu/contract/goods/goods'
import { listSettlements } from '@yunshu/contract/settlement/settlement'
import { listDrivers } from '@yunshu/contract/fleet/driver'
import { listVehicles } from '@yunshu/contract/fleet/vehicle'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { queryClient } from '../lib/queryClient.ts'
import { readFilter } from '../lib/urlState.ts'
import { pagesOf, type PagedCall } from '../lib/useCall.ts'
import { knownRoutes } from './knownRoutes.ts'
import { pages } from './pages.ts'
import { matchRoute } from './routes.ts'
import { loadPage } from './script.ts'

/** The call of each screen that is a list without a filter of its own. */
const lists: Readonly<Partial<Record<ScreenName, PagedCall>>> = {
  WaybillList: listWaybills,
  GoodsMy: listGoods,
  SettlementList: listSettlements,
  VoucherList: listVouchers,
  VehicleList: listVehicles,
  DriverList: listDrivers,
}
const byName = new Map<string, PagedCall>(Object.entries(lists))

/**
 * Fetches what the list of a screen shows at the address in the bar; the list finds the rows, or asks again after a
 * fault.
 */
async function fetchFirstRows(screen: string): Promise<void> {
  const call = byName.get(screen)
  if (call)
    await queryClient.prefetchInfiniteQuery({
      ...pagesOf(call, readFilter(call, new URLSearchParams(location.search))),
      meta: { quiet: true },
    })
}

/** Fetches the script of the page at a pathname, and what it shows first once the person has entered. */
export async function fetchFirstPage(pathname: string, entered: Promise<void>): Promise<void> {
  const name = matchRoute(knownRoutes, pathname)?.route.name ?? ''
  const load = pages.get(name)
  const script = load && loadPage(load, 0)
  await entered
  await Promise.all([script, fetchFirstRows(name)])
}
