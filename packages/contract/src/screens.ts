// The one table of screens: route name, address, title, who may open it, whether its tab is kept, and its menu group.
import { batchPermits } from '@yunshu/domain/batch'
import type { Permit } from '@yunshu/domain/permits'

/** Sides of the market a screen is offered to; absent means everybody who has the permit. */
type Side = 'platform' | 'shipper' | 'carrier'

export interface Screen {
  /** Address without the leading slash, with `:name` parts; query fields are the page's own business. */
  readonly path: string
  readonly title: string
  /** Function permit, or `session` for pages every signed-in person has. */
  readonly permit: Permit | 'session'
  /** With `permit`, one of these is needed too. */
  readonly anyOf?: readonly Permit[]
  /** False: the page is not kept alive when its tab is left. */
  readonly cache: boolean
  /** Menu group; absent means the page is reached from other pages only. */
  readonly group?: MenuGroup
  /** Group that is marked while a page without a menu entry is in front. */
  readonly within?: MenuGroup
  readonly sides?: readonly Side[]
}

export const menuGroups = {
  home: '首页',
  goods: '货源',
  task: '任务',
  waybill: '运单',
  settle: '结算',
  books: '账务',
  fleet: '运力',
  company: '企业',
} as const
export type MenuGroup = keyof typeof menuGroups

const table = <const T extends Record<string, Screen>>(t: T): { readonly [K in keyof T]: Screen } => t

/** Keys are the route names the server sends in accessRoutes (named pages of spec §2 keep their names). */
export const screens = table({
  index: { path: 'index', title: '首页', permit: 'session', cache: true, group: 'home' },
  Notice: { path: 'notice', title: '消息中心', permit: 'session', cache: true },
  GoodsMy: {
    path: 'GoodsMy',
    title: '我的货源',
    permit: 'goods.view',
    cache: true,
    group: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsPublish: {
    path: 'goods/publish',
    title: '发布货源',
    permit: 'goods.publish',
    cache: true,
    group: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsInformationChange: {
    path: 'goods/goodsInformationChange',
    title: '货源信息变更',
    permit: 'goods.publish',
    cache: true,
    group: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsRepublish: {
    path: 'goods/republish',
    title: '再来一单',
    permit: 'goods.publish',
    cache: true,
    within: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsRepublishGX: {
    path: 'goods/republishGX',
    title: '再来一单（干线）',
    permit: 'goods.publish',
    cache: true,
    within: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsRepublishSH: {
    path: 'goods/republishSH',
    title: '再来一单（散货）',
    permit: 'goods.publish',
    cache: true,
    within: 'goods',
    sides: ['shipper', 'platform'],
  },
  GoodsDetails: { path: 'goods/details/:id', title: '货源详情', permit: 'goods.view', cache: true, within: 'goods' },
  TaskList: { path: 'TaskList', title: '任务列表', permit: 'task.view', cache: true, group: 'task' },
  TaskPublish: {
    path: 'tasks/publish/:carrierId',
    title: '发布任务',
    permit: 'task.send',
    cache: true,
    within: 'task',
  },
  ReleaseAppoint: {
    path: 'waybill/release/appoint/:id',
    title: '转派任务',
    permit: 'task.release',
    cache: true,
    within: 'task',
  },
  AppointWaybill: {
    path: 'appoint/waybill/:id',
    title: '指派运单',
    permit: 'waybill.appoint',
    cache: true,
    within: 'task',
  },
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
  },
  WaybillDetails: {
    path: 'waybill/details/:id',
    title: '运单详情',
    permit: 'waybill.view',
    cache: true,
    within: 'waybill',
  },
  SpecialLineInfo: {
    path: 'specialLine/Info/:waybillId',
    title: '专线信息维护',
    permit: 'special.edit',
    cache: true,
    within: 'waybill',
  },
  SpecialLineInfoDetails: {
    path: 'specialLine/InfoDetails/:waybillId',
    title: '专线信息',
    permit: 'waybill.view',
    cache: true,
    within: 'waybill',
  },
  SettlementList: {
    path: 'settlement/list',
    title: '结算单列表',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
  },
  PaymentTasks: {
    path: 'payment/tasks',
    title: '付款待办',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
    sides: ['shipper', 'platform'],
  },
  SettlementMake: {
    path: 'settlement/make',
    title: '新建结算单',
    permit: 'settlement.make',
    cache: true,
    group: 'settle',
  },
  SettlementNormal: {
    path: 'manage/Normal/:settlementNum',
    title: '结算单',
    permit: 'settlement.view',
    cache: true,
    within: 'settle',
  },
  SettlementFailure: {
    path: 'manage/Failure/:settlementNum/:pSettlementNum',
    title: '失败补付单',
    permit: 'settlement.view',
    cache: true,
    within: 'settle',
  },
  VoucherList: { path: 'voucher/list', title: '凭证列表', permit: 'voucher.view', cache: true, group: 'books' },
  AccountingVoucher: {
    path: 'manage/AccountingVoucher/:id/:branchCompanyId',
    title: '记账凭证',
    permit: 'voucher.view',
    cache: true,
    within: 'books',
  },
  Ledger: {
    path: 'ledger/trial',
    title: '科目余额表',
    permit: 'ledger.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
  TradeWater: {
    path: 'manage/TradeWater',
    title: '交易流水',
    permit: 'trade.view',
    cache: true,
    group: 'books',
    sides: ['platform', 'shipper', 'carrier'],
  },
  FlowingWater: {
    path: 'manage/flowingWater',
    title: '账户流水',
    permit: 'session',
    anyOf: ['ledger.view', 'account.view'],
    cache: true,
    group: 'books',
    sides: ['platform', 'shipper', 'carrier'],
  },
  RemittanceList: {
    path: 'money/receipts',
    title: '来款认领',
    permit: 'remittance.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
  FundList: {
    path: 'fund/list',
    title: '资金登记',
    permit: 'fund.view',
    cache: true,
    group: 'books',
    sides: ['platform'],
  },
  VehicleList: {
    path: 'vehicle/list',
    title: '车辆管理',
    permit: 'vehicle.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  DriverList: {
    path: 'driver/list',
    title: '司机管理',
    permit: 'driver.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  VehicleDetails: {
    path: 'vehicle/details/:id',
    title: '车辆详情',
    permit: 'vehicle.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  DriverDetails: {
    path: 'driver/details/:id',
    title: '司机详情',
    permit: 'driver.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  PayeeList: {
    path: 'payee/list',
    title: '收款人管理',
    permit: 'payee.view',
    cache: true,
    group: 'fleet',
    sides: ['carrier', 'platform'],
  },
  PayeeDetails: {
    path: 'payee/details/:id',
    title: '收款人详情',
    permit: 'payee.view',
    cache: true,
    within: 'fleet',
    sides: ['carrier', 'platform'],
  },
  FenceList: { path: 'fence/list', title: '围栏车辆', permit: 'fence.view', cache: true, group: 'fleet' },
  CarrierGoodsBindVehicle: {
    path: 'web/CarrierGoodsBindVehicle/:goodsId',
    title: '添加围栏车辆',
    permit: 'fence.view',
    cache: true,
    within: 'fleet',
  },
  CompanyProfile: {
    path: 'company/profile',
    title: '企业资料',
    permit: 'company.view',
    cache: true,
    group: 'company',
    sides: ['shipper', 'carrier'],
  },
  CompanyList: {
    path: 'company/list',
    title: '企业管理',
    permit: 'company.verify',
    cache: true,
    group: 'company',
    sides: ['platform'],
  },
  CompanyDetails: {
    path: 'company/details/:id',
    title: '企业详情',
    permit: 'company.verify',
    cache: true,
    within: 'company',
  },
  CarrierRelations: {
    path: 'relation/carriers',
    title: '合作承运商',
    permit: 'relation.view',
    cache: true,
    group: 'company',
    sides: ['shipper'],
  },
  ShipperRelations: {
    path: 'relation/shippers',
    title: '合作货主',
    permit: 'relation.view',
    cache: true,
    group: 'company',
    sides: ['carrier'],
  },
  RelationAccept: {
    path: 'relation/accept/:linkCode',
    title: '合作邀请',
    permit: 'session',
    cache: false,
    within: 'company',
  },
  StaffList: { path: 'shipper/staff/list', title: '员工管理', permit: 'staff.view', cache: true, group: 'company' },
  StaffRole: { path: 'shipper/staff/role', title: '职位设置', permit: 'staff.role', cache: true, group: 'company' },
  CompanyBranches: { path: 'company/branches', title: '分公司', permit: 'company.edit', cache: true, group: 'company' },
  CompanyPolicies: {
    path: 'company/policies',
    title: '企业策略',
    permit: 'company.policy',
    cache: true,
    group: 'company',
  },
  AuditLog: { path: 'audit/log', title: '审计日志', permit: 'audit.view', cache: true, group: 'company' },
  PartnerList: {
    path: 'partner/list',
    title: '接口状态',
    permit: 'partner.view',
    cache: true,
    group: 'company',
    sides: ['platform'],
  },
  Broadcast: {
    path: 'message/broadcast',
    title: '群发通知',
    permit: 'message.broadcast',
    cache: true,
    group: 'company',
    sides: ['platform'],
  },
  BatchList: {
    path: 'batch/list',
    title: '批量任务',
    permit: 'session',
    anyOf: batchPermits,
    cache: true,
    sides: ['shipper', 'carrier', 'platform'],
  },
  BatchDetails: {
    path: 'batch/details/:id',
    title: '批量任务',
    permit: 'session',
    anyOf: batchPermits,
    cache: true,
    within: 'settle',
    sides: ['shipper', 'carrier', 'platform'],
  },
  DownloadCenter: { path: 'downloads', title: '下载中心', permit: 'export.run', cache: true },
  Help: { path: 'help', title: '使用手册', permit: 'session', cache: true },
  Account: { path: 'account/security', title: '账号安全', permit: 'session', cache: true },
})
export type ScreenName = keyof typeof screens
export const screenNames = Object.keys(screens) as ScreenName[]

/** Address of a screen with its parts filled in, each encoded; starts with `/`. */
export function screenUrl(name: ScreenName, parts: Readonly<Record<string, string>> = {}): string {
  return '/' + screens[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(parts[key] ?? ''))
}

/** The address of a list under a filter. */
export const listUrl = (name: ScreenName, filter: Readonly<Record<string, string>>): string =>
  `${screenUrl(name)}?${new URLSearchParams(filter).toString()}`
