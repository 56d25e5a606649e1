// The ways of people to every screen, in groups that are looked at beside each other.
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { listAgreements, signAgreement } from '@yunshu/contract/agreement/agreement'
import { openRealName, startRealName } from '@yunshu/contract/agreement/realName'
import { chooseBatch, getBatch, startBatch } from '@yunshu/contract/batch'
import { listSettlements } from '@yunshu/contract/settlement/settlement'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { makeDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import { makePaperLink } from '@yunshu/contract/waybill/paper'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { senderOf } from '../calls.ts'
import { refusedSheet } from '../refusedSheet.ts'
import { listTracked } from '@yunshu/contract/track/map'
import { makePasswordLink } from '../staffPage.ts'
import { act, home, rows, type Cast } from '../visitor.ts'

/**
 * The account that opens a screen, and the address; for the page of a record, the list that leads to it and the form of
 * its links.
 */
export interface Way {
  readonly account: string
  readonly at: string | ((cast: Cast) => Promise<string>)
  readonly link?: RegExp
}
type Name = ScreenName | keyof typeof publicScreens | 'goneGoods' | 'NotFound'
export type Group = 'books' | 'company' | 'fleet' | 'goods' | 'invoice' | 'money' | 'outside' | 'payment' | 'waybill'

/**
 * The ways by group; each group has its file, `<group>.spec.ts`, which starts one product: small groups are put together,
 * and those whose ways change the product stand apart.
 */
export const ways: Readonly<Record<Group, Readonly<Partial<Record<Name, Way>>>>> = {
  goods: {
    index: { account: 'shipper', at: '/index' },
    NotFound: { account: 'shipper', at: '/no/such/page' },
    Account: { account: 'shipper', at: '/account/security' },
    Help: { account: 'shipper', at: '/help' },
    DownloadCenter: { account: 'shipper', at: '/downloads' },
    Notice: { account: 'shipper', at: '/notice' },
    Broadcast: { account: 'admin', at: '/message/broadcast' },
    GoodsMy: { account: 'shipper', at: '/GoodsMy' },
    GoodsInformationChange: { account: 'shipper', at: '/goods/goodsInformationChange' },
    GoodsDetails: { account: 'shipper', at: '/GoodsMy?state=partial', link: /^HY/ },
    GoodsPublish: { account: 'shipper', at: '/goods/publish' },
    GoodsRepublish: { account: 'shipper2', at: '/GoodsMy?kind=NORMAL', link: /^再来一单$/ },
    GoodsRepublishGX: { account: 'shipper5', at: '/GoodsMy?kind=GX', link: /^再来一单$/ },
    GoodsRepublishSH: { account: 'shipper', at: '/GoodsMy?kind=SH', link: /^再来一单$/ },
    TaskList: { account: 'carrier', at: '/TaskList' },
    TaskPublish: { account: 'shipper', at: '/relation/carriers', link: /^派任务$/ },
    ReleaseAppoint: { account: 'carrier', at: '/TaskList?pane=tasks&state=dispatching', link: /^转派$/ },
    AppointWaybill: { account: 'carrier', at: '/TaskList?pane=tasks', link: /^派车$/ },
  },
  outside: {
    login: { account: '', at: '/login' },
    blankLogin: { account: '', at: '/blankLogin' },
    shareDownload: { account: '', at: '/share/download' },
    about: { account: '', at: '/about.html' },
    publicGoods: { account: '', at: cast => sharedAddress(cast, false) },
    publicShareGoods: { account: '', at: cast => sharedAddress(cast, true) },
    checkWaybill: { account: '', at: '/public/ZhongzanCheckWaybill' },
    paperWaybill: { account: '', at: paperAddress },
    signReturn: { account: '', at: signedAddress },
    realNameReturn: { account: '', at: checkedAddress },
    paymentReturn: { account: '', at: `${publicScreens.paymentReturn}?orderNo=FK1` },
    driverRegister: { account: '', at: inviteAddress },
    passwordLink: { account: '', at: linkAddress },
    // of a product that is in use; the form of an empty one is looked at in its own journey
    setup: { account: '', at: '/public/setup' },
    goneGoods: { account: '', at: '/public/goods/AAAAAAAAAAAAAAAAAAAAAA' },
  },
  waybill: {
    WaybillList: { account: 'shipper', at: '/waybill/list' },
    ReceiptDesk: { account: 'shipper', at: '/waybill/receipts' },
    WaybillDetails: { account: 'shipper', at: '/waybill/list?state=signed', link: /^YD/ },
    EnterpriseCreateWaybill: { account: 'shipper', at: backfillAddress },
    SpecialLineInfo: { account: 'carrier', at: cast => lineAddress(cast, 'Info') },
    SpecialLineInfoDetails: { account: 'carrier', at: cast => lineAddress(cast, 'InfoDetails') },
    MoneyExceptions: { account: 'platform-finance', at: '/money/exceptions' },
    SettlementDetails: { account: 'carrier-finance', at: '/web/SettlementDetails' },
    SettlementList: { account: 'shipper', at: '/settlement/list' },
    SettlementNormal: { account: 'shipper-finance', at: '/settlement/list?state=paid', link: /^JS/ },
    PayeeList: { account: 'carrier', at: '/payee/list' },
    PayeeDetails: { account: 'carrier', at: '/payee/list?paper=approved', link: /^.{2,4}$/ },
  },
  payment: {
    BatchList: { account: 'shipper-finance', at: '/batch/list' },
    BatchDetails: { account: 'shipper-finance', at: batchAddress },
    PaymentTasks: { account: 'shipper-finance', at: '/payment/tasks' },
    SettlementMake: { account: 'shipper-freight', at: '/settlement/make' },
    SettlementFailure: { account: 'shipper-finance', at: failureAddress },
  },
  books: {
    VoucherList: { account: 'platform-finance', at: '/voucher/list' },
    AccountingVoucher: { account: 'branch', at: '/voucher/list?kind=ACCOUNTING', link: /^记/ },
    PeriodList: { account: 'branch', at: '/period/list' },
    VoucherMake: { account: 'branch', at: '/voucher/make' },
    OpeningBalance: { account: 'branch', at: '/voucher/opening' },
    AccountMap: { account: 'branch', at: '/voucher/accounts' },
    BindWaybill: { account: 'branch', at: bindAddress },
    TentativeVoucher: { account: 'platform-finance', at: '/voucher/list?kind=TENTATIVE', link: /^记/ },
    FuelCardVoucher: { account: 'platform-finance', at: '/voucher/list?kind=FUEL', link: /^记/ },
    DeductMoneyVoucher: { account: 'platform-finance', at: '/voucher/list?kind=DEDUCT', link: /^记/ },
    OtherVoucher: { account: 'platform-finance', at: '/voucher/list?kind=OTHER', link: /^记/ },
    PostingRuleList: { account: 'platform-finance', at: '/voucher/rules' },
    Ledger: { account: 'platform-finance', at: '/ledger/trial' },
    ChainList: { account: 'platform-finance', at: '/chain/list' },
    ProfitList: { account: 'platform-finance', at: '/report/profit' },
    OpenAgeList: { account: 'platform-finance', at: '/report/openAges' },
    PayableList: { account: 'platform-finance', at: '/report/payables' },
  },
  money: {
    CreditList: { account: 'platform-finance', at: '/money/credits' },
    LetterList: { account: 'platform-finance', at: '/money/letters' },
    LetterDetails: { account: 'platform-finance', at: '/money/letters', link: /^DH/ },
    StatementList: { account: 'platform-finance', at: '/money/statements' },
    StatementDetails: { account: 'platform-finance', at: '/money/statements', link: /^DZ/ },
    PayFileList: { account: 'platform-finance', at: '/money/payFiles' },
    PayFileMake: { account: 'platform-finance', at: '/money/payFiles/make' },
    PayFileDetails: { account: 'platform-finance', at: '/money/payFiles', link: /^PF/ },
    ReconList: { account: 'platform-finance', at: '/money/recon' },
    RefundList: { account: 'platform-finance', at: '/money/refunds' },
    DepositList: { account: 'platform-finance', at: '/money/deposits' },
    DepositBackList: { account: 'platform-finance', at: '/money/depositBacks' },
    DebtList: { account: 'platform-finance', at: '/money/debts' },
    WriteOffList: { account: 'platform-finance', at: '/money/writeOffs' },
    RemittanceList: { account: 'platform-finance', at: '/money/receipts' },
    FundList: { account: 'platform-finance', at: '/fund/list' },
    FlowingWater: { account: 'shipper-finance', at: '/manage/flowingWater' },
  },
  invoice: {
    InvoiceMake: { account: 'shipper-finance', at: '/invoice/make' },
    QueryInvoiceApply: { account: 'platform-finance', at: '/manage/QueryInvoice/apply' },
    QueryInvoiceIssued: { account: 'platform-finance', at: '/manage/QueryInvoice/issued' },
    QueryInvoiceInput: { account: 'carrier-finance', at: '/manage/QueryInvoice/input' },
    ExpectedInvoiceList: { account: 'platform-finance', at: '/invoice/expected' },
    QueryInvoiceRed: { account: 'shipper-finance', at: '/manage/QueryInvoice/red' },
    InvoiceApp: { account: 'shipper-finance', at: '/manage/QueryInvoice/apply', link: /^KP/ },
    QueryInvoiceVoucher: { account: 'platform-finance', at: '/manage/QueryInvoice/issued?state=issued', link: /^KP/ },
    FuelAccounts: { account: 'platform-finance', at: '/fuel/accounts' },
    FuelCards: { account: 'branch', at: '/fuel/cards' },
    FuelIssues: { account: 'branch', at: '/fuel/issues' },
    FuelShifts: { account: 'platform-finance', at: '/fuel/shifts' },
    FuelUses: { account: 'platform-finance', at: '/fuel/uses' },
    TollPasses: { account: 'branch', at: '/toll/passes' },
    AgingList: { account: 'platform-finance', at: '/report/aging' },
    TradeWater: { account: 'platform-finance', at: '/manage/TradeWater' },
  },
  fleet: {
    VehicleList: { account: 'carrier', at: '/vehicle/list' },
    DriverList: { account: 'carrier', at: '/driver/list' },
    VehicleDetails: { account: 'platform-ops', at: '/vehicle/list?paper=pending', link: /^冀|^鲁|^鄂/ },
    DriverDetails: { account: 'carrier', at: '/driver/list', link: /^.{2,4}$/ },
    TerminalList: { account: 'carrier', at: '/terminal/list' },
    TerminalDetails: { account: 'carrier', at: '/terminal/list', link: /^1\d{10}$/ },
    TerminalClaims: { account: 'platform-ops', at: '/terminal/unknown' },
    FenceList: { account: 'shipper', at: '/fence/list' },
    DriverLocationException: { account: 'carrier', at: '/DriverLocationException' },
    CarrierGoodsBindVehicle: { account: 'shipper', at: '/fence/list', link: /^HY/ },
    TrackMap: { account: 'carrier', at: '/track/map' },
    TrackStops: { account: 'carrier', at: '/track/stops' },
    TrackTrips: { account: 'carrier', at: '/track/trips' },
    TrackAlarms: { account: 'carrier', at: '/track/alarms' },
    TrackArea: { account: 'carrier', at: '/track/area' },
    TrackDays: { account: 'carrier', at: '/track/days' },
    TrackOnline: { account: 'carrier', at: '/track/online' },
    TrackPlayback: { account: 'carrier', at: playbackAddress },
    TrackEvidence: { account: 'shipper', at: evidenceAddress },
  },
  company: {
    CarrierRelations: { account: 'shipper', at: '/relation/carriers' },
    AgreementList: { account: 'shipper', at: '/agreement/list' },
    AgreementDetails: { account: 'shipper', at: '/agreement/list?state=signed', link: /^HT/ },
    AgreementTemplates: { account: 'admin', at: '/agreement/templates' },
    ShipperRelations: { account: 'carrier', at: '/relation/shippers' },
    RelationAccept: { account: 'carrier', at: '/relation/accept/aaaaaaaaaaaaaaaaaaaaaa' },
    CompanyList: { account: 'admin', at: '/company/list' },
    CompanyDetails: { account: 'admin', at: '/company/list', link: /有限公司$/ },
    CompanyBranches: { account: 'admin', at: '/company/branches' },
    PartnerList: { account: 'admin', at: '/partner/list' },
    AuditLog: { account: 'shipper', at: '/audit/log' },
    CompanyProfile: { account: 'shipper', at: '/company/profile' },
    CompanyPolicies: { account: 'shipper', at: '/company/policies' },
    StaffList: { account: 'shipper', at: '/shipper/staff/list' },
    StaffRole: { account: 'shipper', at: '/shipper/staff/role' },
  },
}

/**
 * The address at which a stranger finds goods offered to everybody: their own page, or that of a link made for the
 * look.
 */
async function sharedAddress(cast: Cast, isLink: boolean): Promise<string> {
  const { page, context } = await cast.visit('shipper2', '/GoodsMy?publishTo=PUBLIC&state=published')
  await rows(page).first().getByRole('link', { name: /^HY/ }).click()
  await act(page, '分享')
  const drawer = page.getByRole('dialog', { name: /^分享货源/ })
  if (isLink) {
    await drawer.getByLabel('价格').click()
    await drawer.getByRole('button', { name: '生成链接和海报' }).click()
    await page.getByRole('dialog', { name: /^海报/ }).waitFor()
  }
  const address =
    (await drawer
      .locator('.sh-address > span')
      .filter({ hasText: isLink ? '/shareGoods/' : '/public/goods/' })
      .first()
      .textContent()) ?? ''
  await context.close()
  return new URL(address).pathname
}

/** The playback of a vehicle of the carrier. */
async function playbackAddress(): Promise<string> {
  const carrier = await senderOf('carrier')
  const { rows: found } = await carrier(listTracked, {})
  return screenUrl('TrackPlayback', { vehicleId: found[0]?.vehicleId ?? '' })
}

/** The evidence of a signed waybill. */
async function evidenceAddress(): Promise<string> {
  const shipper = await senderOf('shipper')
  const { rows: found } = await shipper(listWaybills, { state: 'signed', limit: 1 })
  return screenUrl('TrackEvidence', { id: found[0]?.id ?? '' })
}

/** A link that prints a waybill. */
async function paperAddress(): Promise<string> {
  const shipper = await senderOf('shipper')
  const { rows: found } = await shipper(listWaybills, { state: 'signed', limit: 1 })
  const { linkCode } = await shipper(makePaperLink, { id: found[0]?.id ?? '', days: 1, showsAmount: false })
  return `${publicScreens.paperWaybill}#${linkCode}`
}

/** The address the simulated seal partner sends a browser to after this choice. */
async function backFrom(url: string, end: string): Promise<string> {
  const { headers } = await fetch(home + url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ end }),
  })
  return headers.get('location') ?? ''
}

/** The way back of the house from signing an agreement of the demo. */
async function signedAddress(): Promise<string> {
  const house = await senderOf('platform-ops')
  const { rows: found } = await house(listAgreements, { state: 'signing' })
  const { url } = await house(signAgreement, { id: found.find(({ canSign }) => canSign)?.id ?? '' })
  return backFrom(url, 'sign')
}

/** The way back of a carrier from a check that failed. */
async function checkedAddress(): Promise<string> {
  const carrier = await senderOf('carrier2')
  const { id } = await carrier(startRealName, { kind: 'COMPANY' })
  return backFrom((await carrier(openRealName, { id })).url, 'fail')
}

/** A link by which a driver registers himself. */
async function inviteAddress(): Promise<string> {
  const { inviteCode } = await (await senderOf('carrier'))(makeDriverInvite, { mobile: '19900080001' })
  return `${publicScreens.driverRegister}#${inviteCode}`
}

/** A link by which a person chooses a new password. */
async function linkAddress(cast: Cast): Promise<string> {
  const { page, context } = await cast.visit('shipper5', '/shipper/staff/list')
  const address = await makePasswordLink(page, 'shipper5-finance')
  await context.close()
  const { pathname, hash } = new URL(address)
  return pathname + hash
}

/** The page of a sheet made of the failed payments of one of the demo. */
async function failureAddress(): Promise<string> {
  const freight = await senderOf('shipper-freight')
  const { settlementNum: parent, version } = await refusedSheet()
  const { settlementNum } = await freight(makeFailureSettlement, { settlementNum: parent, version })
  return screenUrl('SettlementFailure', { settlementNum, pSettlementNum: parent })
}

/** The page where waybills are bound to a voucher the branch made by hand. */
async function bindAddress(): Promise<string> {
  const branch = await senderOf('branch')
  const [voucher] = (await branch(listVouchers, { text: '外调车运费', state: 'posted', limit: 1 })).rows
  if (voucher === undefined) throw new Error('the demo has no voucher made by hand')
  return screenUrl('BindWaybill', { id: voucher.id, branchCompanyId: voucher.branchCompanyId })
}

/** A batch of one sheet. */
async function batchAddress(): Promise<string> {
  const send = await senderOf('shipper-finance')
  const [sheet] = (await send(listSettlements, { state: 'submitted' })).rows
  const { id } = await send(chooseBatch, { act: 'approve', ids: [sheet?.id ?? ''], looked: [sheet?.id ?? ''] })
  const { version, total, sum } = await send(getBatch, { id })
  await send(startBatch, { id, version, count: total, sum })
  return `/batch/details/${id}`
}

/** The special line of the carrier's waybill that arrived last. */
async function lineAddress(cast: Cast, page: 'Info' | 'InfoDetails'): Promise<string> {
  const visitor = await cast.visit('carrier', '/waybill/list?state=arrived')
  const address = await rows(visitor.page).first().getByRole('link', { name: /^YD/ }).getAttribute('href')
  await visitor.context.close()
  return `/specialLine/${page}/${(address ?? '').split('/').at(-1) ?? ''}`
}

/** The sheet of the first goods of which part is left. */
async function backfillAddress(cast: Cast): Promise<string> {
  const { page, context } = await cast.visit('shipper', '/GoodsMy?state=partial')
  const address = await rows(page).first().getByRole('link', { name: /^HY/ }).getAttribute('href')
  await context.close()
  return `/web/EnterpriseCreateWaybill/${(address ?? '').split('/').at(-1) ?? ''}`
}
