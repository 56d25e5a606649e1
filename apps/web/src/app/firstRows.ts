// The rows of the list a cold start opens: asked for before the scripts of the shell and of the page are read.
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
export async function fetchFirstRows(screen: string): Promise<void> {
  const call = byName.get(screen)
  if (call)
    await queryClient.prefetchInfiniteQuery({
      ...pagesOf(call, readFilter(call, new URLSearchParams(location.search))),
      meta: { quiet: true },
    })
}
