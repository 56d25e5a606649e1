// The rows of the list a cold start opens: asked for while the scripts of the shell and of the page are still on their way.
import type { ScreenName } from '@yunshu/contract/screens'
import { queryClient } from '../lib/queryClient.ts'
import { readFilter } from '../lib/urlState.ts'
import { pagesOf, type PagedCall } from '../lib/useCall.ts'
import { loadPage, pages } from './pages.ts'
import { knownRoutes, matchRoute } from './routes.ts'

/** The call of each screen that is a list without a filter of its own. */
const lists: Readonly<Partial<Record<ScreenName, () => Promise<PagedCall>>>> = {
  WaybillList: async () => (await import('@yunshu/contract/waybill')).listWaybills,
  GoodsMy: async () => (await import('@yunshu/contract/goods')).listGoods,
  SettlementList: async () => (await import('@yunshu/contract/settlement')).listSettlements,
  VoucherList: async () => (await import('@yunshu/contract/voucher')).listVouchers,
  VehicleList: async () => (await import('@yunshu/contract/vehicle')).listVehicles,
  DriverList: async () => (await import('@yunshu/contract/vehicle')).listDrivers,
}
const byName = new Map<string, () => Promise<PagedCall>>(Object.entries(lists))

/** Fetches script and first rows of the page at the address; whoever draws it finds them or the fault. `entered`: calls can be signed. */
export async function fetchFirstPage(entered: Promise<void>): Promise<void> {
  const name = matchRoute(knownRoutes, location.pathname)?.route.name ?? ''
  const load = pages.get(name)
  if (load) void loadPage(load, 0).catch(() => undefined)
  const call = await byName.get(name)?.()
  if (!call) return
  await entered
  const filter = readFilter(call, new URLSearchParams(location.search))
  await queryClient.prefetchInfiniteQuery({ ...pagesOf(call, filter), meta: { quiet: true } })
}
