// Screens of waybills, receipts and special lines.
import { screensOf } from './screen.ts'

export const waybillScreens = screensOf({
  WaybillList: { path: 'waybill/list', title: '运单列表', permit: 'waybill.view', cache: true, group: 'waybill' },
  ReceiptDesk: {
    path: 'waybill/receipts',
    title: '回单审核',
    permit: 'receipt.audit',
    cache: true,
    group: 'waybill',
    sides: ['shipper', 'platform'],
  },
  EnterpriseCreateWaybill: {
    path: 'web/EnterpriseCreateWaybill/:goodsId',
    title: '回单补录',
    permit: 'waybill.backfill',
    cache: true,
    within: 'waybill',
    list: 'WaybillList',
  },
  WaybillDetails: {
    path: 'waybill/details/:id',
    title: '运单详情',
    permit: 'waybill.view',
    cache: true,
    within: 'waybill',
    list: 'WaybillList',
  },
  SpecialLineInfo: {
    path: 'specialLine/Info/:waybillId',
    title: '专线信息维护',
    permit: 'special.edit',
    cache: true,
    within: 'waybill',
    list: 'WaybillList',
  },
  SpecialLineInfoDetails: {
    path: 'specialLine/InfoDetails/:waybillId',
    title: '专线信息',
    permit: 'waybill.view',
    cache: true,
    within: 'waybill',
    list: 'WaybillList',
  },
})
