// The places of the bar under a phone's pages, by what the person works at.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import type { Jurisdiction } from '@yunshu/contract/session/session'
import type { ReceiptState } from '@yunshu/domain/waybill/waybill'
import { isAllowed } from '../../lib/can.ts'
import { isCarrierSide, isOutsidePlatform, type Account } from '../../lib/side.ts'
import type { IconName } from './Icon.tsx'
import { pageIcon } from './pageIcon.ts'

export interface BottomEntry {
  readonly title: string
  readonly path: string
  readonly icon: IconName
}

/** A thumb reaches five places; one of them is the mark of messages, for the platform, which has none (SH-02), the live map. */
const most = 5

/** Waybills whose paper is to be photographed. */
const unphotographed: ReceiptState = 'waiting'

/** Home, waybills, what the person's day is made of, and the account; without the mark of messages. */
export function bottomEntries(account: Account, jurisdiction: Jurisdiction | undefined): BottomEntry[] {
  const has = (name: ScreenName): boolean =>
    jurisdiction?.accessRoutes.some(route => route.name === name && !route.path.includes(':')) ?? false
  const screen = (name: ScreenName, title: string): BottomEntry[] => {
    const path = screenUrl(name)
    return has(name) ? [{ title, path, icon: pageIcon(path, undefined) }] : []
  }
  const photos: BottomEntry[] =
    isCarrierSide(account) && has('WaybillList') && isAllowed(jurisdiction, 'receipt.upload')
      ? [{ title: '拍回单', path: `${screenUrl('WaybillList')}?receiptState=${unphotographed}`, icon: 'camera' }]
      : []
  const first = [...screen('index', '首页'), ...screen('WaybillList', '运单')]
  const own = screen('Account', '我的')
  const work = [
    ...photos,
    ...screen('ReceiptDesk', '回单'),
    ...screen('PaymentTasks', '付款'),
    ...screen('TaskList', '任务'),
    ...screen('SettlementList', '结算'),
  ]
  const map = isOutsidePlatform(account) ? [] : screen('TrackMap', '监控')
  const room = most - first.length - own.length - (isOutsidePlatform(account) ? 1 : map.length)
  return [...first, ...work.slice(0, room), ...map, ...own]
}
