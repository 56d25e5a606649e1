// The bar of a phone: at most five places, and none the person may not open.
import { screens, type ScreenName } from '@yunshu/contract/screens/screens'
import type { Jurisdiction } from '@yunshu/contract/session/session'
import { businessBits, userTypes } from '@yunshu/domain/account/account'
import { expect, it } from 'vitest'
import { bottomEntries } from './bottomEntries.ts'

const routes = (names: readonly ScreenName[]) => names.map(name => ({ name, path: screens[name].path, title: name }))
const held = (names: readonly ScreenName[], userPermissions: readonly string[] = []) =>
  ({
    isAdmin: false,
    userPermissions,
    userRoles: [],
    accessRoutes: routes([...names, 'Account']),
    accessMenus: [],
  }) as unknown as Jurisdiction
const company = (businessType: number) => ({ type: userTypes.company, businessType })
const named = (...asked: Parameters<typeof bottomEntries>): string[] =>
  bottomEntries(...asked).map(({ title }) => title)

it('leaves room for the mark of messages, and shows what the day is made of', () => {
  const carrier = held(['index', 'WaybillList', 'TaskList', 'SettlementList'], ['receipt.upload'])
  expect(named(company(businessBits.carrier), carrier)).toEqual(['首页', '运单', '拍回单', '我的'])
  const shipper = held(['index', 'WaybillList', 'ReceiptDesk', 'PaymentTasks', 'SettlementList'])
  expect(named(company(businessBits.shipper), shipper)).toEqual(['首页', '运单', '回单', '我的'])
  expect(named({ type: userTypes.platform }, shipper)).toEqual(['首页', '运单', '回单', '付款', '我的'])
  const house = held(['index', 'WaybillList', 'ReceiptDesk', 'PaymentTasks', 'TrackMap'])
  expect(named({ type: userTypes.platform }, house)).toEqual(['首页', '运单', '回单', '监控', '我的'])
  expect(named(company(businessBits.shipper), house)).toEqual(['首页', '运单', '回单', '我的'])
})

it('offers no page the person may not open, and no photographs without the permit', () => {
  expect(named(company(businessBits.carrier), held(['index', 'WaybillList']))).toEqual(['首页', '运单', '我的'])
  expect(named(company(businessBits.carrier), held(['index'], ['receipt.upload']))).toEqual(['首页', '我的'])
  expect(named(undefined, undefined)).toEqual([])
})
