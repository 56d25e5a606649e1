// The icon of each page that stands in a menu, for the folded side menu.
import type { ScreenName } from '@yunshu/contract/screens/screens'
import { menuIcon, type IconName } from './Icon.tsx'
import { screenAt } from './menu.ts'

const icons: Partial<Record<ScreenName, IconName>> = {
  index: 'home',
  GoodsMy: 'goods',
  GoodsPublish: 'add',
  GoodsInformationChange: 'change',
  TaskList: 'task',
  WaybillList: 'waybill',
  ReceiptDesk: 'badge',
  SettlementList: 'settle',
  PaymentTasks: 'pay',
  SettlementMake: 'add',
  SettlementDetails: 'ledger',
  MoneyExceptions: 'rules',
  VoucherList: 'books',
  Ledger: 'ledger',
  PeriodList: 'badge',
  TradeWater: 'change',
  FlowingWater: 'clock',
  FundList: 'fund',
  FuelAccounts: 'fund',
  FuelCards: 'card',
  FuelIssues: 'coupon',
  RemittanceList: 'receive',
  DebtList: 'ledger',
  CreditList: 'rules',
  RefundList: 'change',
  InvoiceMake: 'add',
  QueryInvoiceApply: 'task',
  QueryInvoiceIssued: 'invoice',
  QueryInvoiceInput: 'receive',
  QueryInvoiceRed: 'change',
  VehicleList: 'fleet',
  DriverList: 'person',
  PayeeList: 'card',
  FenceList: 'place',
  DriverLocationException: 'track',
  TerminalList: 'antenna',
  TerminalClaims: 'search',
  CompanyProfile: 'company',
  CompanyList: 'company',
  AgreementList: 'task',
  AgreementTemplates: 'rules',
  CarrierRelations: 'relation',
  ShipperRelations: 'relation',
  StaffList: 'staff',
  StaffRole: 'badge',
  CompanyBranches: 'branch',
  CompanyPolicies: 'rules',
  AuditLog: 'clock',
  Account: 'person',
  PartnerList: 'plug',
  Broadcast: 'horn',
}
const byName: Readonly<Record<string, IconName>> = icons

/** Icon of the page at an address, or of the group it stands in. */
export const pageIcon = (path: string, group: string | undefined): IconName =>
  byName[screenAt(path.startsWith('/') ? path : `/${path}`) ?? ''] ?? menuIcon('', group)
