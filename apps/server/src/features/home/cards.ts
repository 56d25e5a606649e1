// What waits for a person today: one card per list and filter, who it is for, and how it is counted.
import { screenUrl, type ScreenName } from '@yunshu/contract/screens'
import { taskListUrl } from '@yunshu/contract/task/task'
import { paymentTaskKinds, type PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import type { CompanyState } from '@yunshu/domain/company/company'
import type { GoodsState } from '@yunshu/domain/goods/goods'
import type { ExpiryState } from '@yunshu/domain/fleet/papers'
import type { PaperState } from '@yunshu/domain/fleet/paper'
import type { Permit } from '@yunshu/domain/permits'
import type { Tone } from '@yunshu/domain/states'
import type { TaskState } from '@yunshu/domain/task/task'
import type { ReceiptState, WaybillState } from '@yunshu/domain/waybill/waybill'
import type { WaybillQuestion } from '@yunshu/domain/waybill/alerts'
import { sql, type RawBuilder } from 'kysely'
import { countCap } from '../../db/counts.ts'
import { isNarrow, ownerOf, ownRows, ownTasks } from '../../work/scope.ts'
import { nilId } from '../../db/tx.ts'
import type { Actor } from '../../work/ctx.ts'
import { servedCompanies } from '../company/company.queries.ts'
import { driversUnder } from '../driver/driver.queries.ts'
import { changesWaitingFor } from '../goodsChange/change.queries.ts'
import { ownGoods } from '../goods/goods.queries.ts'
import { payeesUnder } from '../payee/payeeRows.queries.ts'
import { tasksOfKind } from '../paymentTask/paymentTask.queries.ts'
import { payerRows } from '../settlement/settlement.queries.ts'
import { vehiclesUnder } from '../vehicle/vehicle.queries.ts'
import { asksQuestion } from '../waybill/waybillQuestion.queries.ts'

/** Sides a card is for; a branch gets the platform's. */
type CardSide = 'platform' | 'shipper' | 'carrier'

export interface Card {
  readonly key: string
  readonly title: string
  readonly tone: Tone
  readonly permit: Permit
  readonly sides: readonly CardSide[]
  /** The list with exactly the filter that is counted. */
  readonly path: string
  /** Shown only while there is something. */
  readonly isRare?: true
  /** A scalar query of at most `countCap`. */
  readonly count: (actor: Actor, now: number) => RawBuilder<number>
}

const everySide = ['platform', 'shipper', 'carrier'] as const satisfies readonly CardSide[]
const listed = (name: ScreenName, filter: Readonly<Record<string, string>>): string =>
  `${screenUrl(name)}?${new URLSearchParams(filter).toString()}`
const capped = (rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from (${rows} limit ${countCap}) as found)`

/** Waybills in a state: a company's counters are kept with each move, so this reads a few rows. */
const waybills =
  (state: WaybillState) =>
  (actor: Actor): RawBuilder<number> =>
    isNarrow(actor)
      ? capped(sql`select from waybills w where ${ownRows(actor, 'w')} and w.state = ${state}`)
      : sql<number>`(select least(coalesce(sum(n), 0), ${countCap})::bigint from waybill_counts where owner_id = ${ownerOf(actor)}::uuid and state = ${state})`
const receipts =
  (state: ReceiptState) =>
  (actor: Actor): RawBuilder<number> =>
    capped(sql`select from waybills w where ${ownRows(actor, 'w')} and w.receipt_state = ${state}`)
const tasks =
  (state: TaskState) =>
  (actor: Actor): RawBuilder<number> =>
    capped(sql`select from tasks t where ${ownTasks(actor, 't')} and t.state = ${state}`)

/** One's own goods in a state: what a company published, not what it was offered. */
const goods =
  (state: GoodsState) =>
  (actor: Actor): RawBuilder<number> =>
    capped(sql`select from goods g where ${ownGoods(actor)} and g.state = ${state}`)

/** Goods a carrier may take from now: the condition of the list of offers. */
const offers = ({ companyId = nilId }: Actor, now: number): RawBuilder<number> =>
  capped(sql`
  select from goods g where g.shipper_id <> ${companyId}::uuid and g.state in ('published', 'partial') and g.take_mode = 'GRAB' and g.remain_qty > 0 and g.valid_to > ${now}
    and (g.publish_to = 'PUBLIC' or exists (select from goods_carriers gc where gc.carrier_id = ${companyId}::uuid and gc.goods_id = g.id))`)

// the literals are those of the partial indexes waybills_settle and waybills_settle_branch
const settleable = (actor: Actor): RawBuilder<number> =>
  capped(
    sql`select from waybills w where ${payerRows(actor, 'w')} and ${ownRows(actor, 'w')} and w.state = 'signed' and w.settle_state in ('unsettled', 'partly') and w.settle_state = 'unsettled'`,
  )

const questions =
  (question: WaybillQuestion) =>
  (actor: Actor): RawBuilder<number> =>
    capped(sql`select from waybills w where ${ownRows(actor, 'w')} and ${asksQuestion(question, actor)}`)
const changesToAnswer = (actor: Actor): RawBuilder<number> =>
  capped(sql`select from goods_changes h join goods g on g.id = h.goods_id where ${changesWaitingFor(actor)}`)

/** Partners of a kind that asked to work with the caller's company. */
const invited =
  (kind: 'shipper' | 'carrier') =>
  ({ companyId = nilId }: Actor): RawBuilder<number> =>
    capped(
      sql`select from relations r where ${sql.ref(kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id')} = ${companyId}::uuid and r.state = 'invited' and r.invited_by = ${kind}`,
    )

type FleetFilter = { readonly paper?: PaperState; readonly expiry?: ExpiryState }
const vehicles =
  (filter: FleetFilter) =>
  (actor: Actor, now: number): RawBuilder<number> =>
    capped(sql`select from vehicles v where ${vehiclesUnder(actor, now, filter, 'v')}`)
const drivers =
  (filter: FleetFilter) =>
  (actor: Actor, now: number): RawBuilder<number> =>
    capped(sql`select from drivers d where ${driversUnder(actor, now, filter, 'd')}`)
const payees =
  (filter: { readonly paper?: PaperState; readonly authWaiting?: true }) =>
  (actor: Actor, now: number): RawBuilder<number> =>
    capped(sql`select from payees p where ${payeesUnder(actor, now, filter, 'p')}`)

/** The cards of a kind of fleet record: what the house has to verify, what the carrier has to mend or renew. */
const fleetCards = (
  key: 'vehicles' | 'drivers',
  word: string,
  name: 'VehicleList' | 'DriverList',
  edit: Permit,
  count: typeof vehicles,
): Card[] => [
  {
    key: `${key}Pending`,
    title: `待审核${word}`,
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listed(name, { paper: 'pending' }),
    isRare: true,
    count: count({ paper: 'pending' }),
  },
  {
    key: `${key}Rejected`,
    title: `${word}认证未通过`,
    tone: 'bad',
    permit: edit,
    sides: ['carrier'],
    path: listed(name, { paper: 'rejected' }),
    isRare: true,
    count: count({ paper: 'rejected' }),
  },
  {
    key: `${key}Ended`,
    title: `${word}证件已过期`,
    tone: 'bad',
    permit: edit,
    sides: ['carrier'],
    path: listed(name, { expiry: 'ended' }),
    isRare: true,
    count: count({ expiry: 'ended' }),
  },
  {
    key: `${key}Soon`,
    title: `${word}证件即将到期`,
    tone: 'warn',
    permit: edit,
    sides: ['carrier'],
    path: listed(name, { expiry: 'soon' }),
    isRare: true,
    count: count({ expiry: 'soon' }),
  },
]

/** 1 while the caller's own company is in one of these states. */
const ownCompanyIn =
  (states: readonly CompanyState[]) =>
  ({ companyId = nilId }: Actor): RawBuilder<number> =>
    capped(sql`select from companies c where c.id = ${companyId}::uuid and c.state = any(${[...states]}::text[])`)
const companiesWaiting = (actor: Actor): RawBuilder<number> =>
  capped(sql`select from companies c where ${servedCompanies(actor)} and c.state = 'pending'`)

const paymentTasks =
  (kind: PaymentTaskKind) =>
  (actor: Actor): RawBuilder<number> =>
    capped(tasksOfKind(actor, kind))

/** The card of one kind of payment task. */
const taskCard = (key: string, title: string, kind: PaymentTaskKind): Card => ({
  key,
  title,
  tone: paymentTaskKinds[kind].tone,
  permit: paymentTaskKinds[kind].permit,
  sides: ['platform', 'shipper'],
  path: listed('PaymentTasks', { state: kind }),
  count: paymentTasks(kind),
})

/** In the order they are shown: what to take on first, then what is under way, then the fleet, then money. */
export const cards: readonly Card[] = [
  {
    key: 'companyPapers',
    title: '企业资料待提交审核',
    tone: 'bad',
    permit: 'company.edit',
    sides: ['shipper', 'carrier'],
    path: screenUrl('CompanyProfile'),
    isRare: true,
    count: ownCompanyIn(['draft', 'rejected']),
  },
  {
    key: 'companyPending',
    title: '企业审核中',
    tone: 'busy',
    permit: 'company.view',
    sides: ['shipper', 'carrier'],
    path: screenUrl('CompanyProfile'),
    isRare: true,
    count: ownCompanyIn(['pending']),
  },
  {
    key: 'companyWaiting',
    title: '待审核企业',
    tone: 'warn',
    permit: 'company.verify',
    sides: ['platform'],
    path: listed('CompanyList', { state: 'pending' }),
    isRare: true,
    count: companiesWaiting,
  },
  {
    key: 'carriersInvited',
    title: '承运商申请合作',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['shipper'],
    path: listed('CarrierRelations', { state: 'invited', invitedBy: 'carrier' }),
    isRare: true,
    count: invited('carrier'),
  },
  {
    key: 'shippersInvited',
    title: '货主邀请合作',
    tone: 'warn',
    permit: 'relation.answer',
    sides: ['carrier'],
    path: listed('ShipperRelations', { state: 'invited', invitedBy: 'shipper' }),
    isRare: true,
    count: invited('shipper'),
  },
  {
    key: 'offers',
    title: '可接货源',
    tone: 'busy',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('offers'),
    count: offers,
  },
  {
    key: 'tasksSent',
    title: '待接任务',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('tasks', { state: 'sent' }),
    count: tasks('sent'),
  },
  {
    key: 'tasksAccepted',
    title: '待派车任务',
    tone: 'warn',
    permit: 'waybill.appoint',
    sides: ['platform', 'carrier'],
    path: taskListUrl('tasks', { state: 'accepted' }),
    count: tasks('accepted'),
  },
  {
    key: 'tasksDispatching',
    title: '派车中任务',
    tone: 'busy',
    permit: 'waybill.appoint',
    sides: ['platform', 'carrier'],
    path: taskListUrl('tasks', { state: 'dispatching' }),
    count: tasks('dispatching'),
  },
  {
    key: 'changesToAnswer',
    title: '待答复货源变更',
    tone: 'warn',
    permit: 'goods.take',
    sides: ['carrier'],
    path: taskListUrl('changes'),
    isRare: true,
    count: changesToAnswer,
  },
  {
    key: 'goodsOpen',
    title: '待接货源',
    tone: 'busy',
    permit: 'goods.publish',
    sides: ['shipper'],
    path: listed('GoodsMy', { state: 'published' }),
    count: goods('published'),
  },
  {
    key: 'disputed',
    title: '签收异议',
    tone: 'bad',
    permit: 'waybill.view',
    sides: everySide,
    path: listed('WaybillList', { state: 'disputed' }),
    isRare: true,
    count: waybills('disputed'),
  },
  {
    key: 'interrupted',
    title: '运输中断',
    tone: 'bad',
    permit: 'waybill.view',
    sides: everySide,
    path: listed('WaybillList', { state: 'interrupted' }),
    isRare: true,
    count: waybills('interrupted'),
  },
  {
    key: 'claimsToAnswer',
    title: '费用扣款待答复',
    tone: 'warn',
    permit: 'waybill.charge',
    sides: everySide,
    path: listed('WaybillList', { question: 'claim' }),
    isRare: true,
    count: questions('claim'),
  },
  {
    key: 'swapsToAnswer',
    title: '换车申请待确认',
    tone: 'warn',
    permit: 'waybill.appoint',
    sides: ['platform'],
    path: listed('WaybillList', { question: 'swap' }),
    isRare: true,
    count: questions('swap'),
  },
  {
    key: 'toAccept',
    title: '待接运单',
    tone: 'warn',
    permit: 'waybill.advance',
    sides: ['platform', 'carrier'],
    path: listed('WaybillList', { state: 'toAccept' }),
    count: waybills('toAccept'),
  },
  {
    key: 'toLoad',
    title: '待装货',
    tone: 'warn',
    permit: 'waybill.view',
    sides: everySide,
    path: listed('WaybillList', { state: 'toLoad' }),
    count: waybills('toLoad'),
  },
  {
    key: 'inTransit',
    title: '在途',
    tone: 'busy',
    permit: 'waybill.view',
    sides: everySide,
    path: listed('WaybillList', { state: 'inTransit' }),
    count: waybills('inTransit'),
  },
  {
    key: 'toSign',
    title: '待签收',
    tone: 'warn',
    permit: 'waybill.sign',
    sides: ['platform', 'shipper'],
    path: listed('WaybillList', { state: 'toSign' }),
    count: waybills('toSign'),
  },
  {
    key: 'receiptWaiting',
    title: '待回单',
    tone: 'warn',
    permit: 'receipt.upload',
    sides: ['platform', 'carrier'],
    path: listed('WaybillList', { receiptState: 'waiting' }),
    count: receipts('waiting'),
  },
  {
    key: 'receiptRejected',
    title: '回单被驳回',
    tone: 'bad',
    permit: 'receipt.upload',
    sides: ['platform', 'carrier'],
    path: listed('WaybillList', { receiptState: 'rejected' }),
    isRare: true,
    count: receipts('rejected'),
  },
  {
    key: 'receiptUploaded',
    title: '待审回单',
    tone: 'warn',
    permit: 'receipt.audit',
    sides: ['platform', 'shipper'],
    path: listed('WaybillList', { receiptState: 'uploaded' }),
    count: receipts('uploaded'),
  },
  {
    key: 'settleable',
    title: '待结算',
    tone: 'warn',
    permit: 'settlement.make',
    sides: ['platform', 'shipper'],
    path: screenUrl('SettlementMake'),
    count: settleable,
  },
  ...fleetCards('vehicles', '车辆', 'VehicleList', 'vehicle.edit', vehicles),
  ...fleetCards('drivers', '司机', 'DriverList', 'driver.edit', drivers),
  {
    key: 'payeesPending',
    title: '待审核收款人',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listed('PayeeList', { paper: 'pending' }),
    isRare: true,
    count: payees({ paper: 'pending' }),
  },
  {
    key: 'payeesRejected',
    title: '收款人认证未通过',
    tone: 'bad',
    permit: 'payee.edit',
    sides: ['carrier'],
    path: listed('PayeeList', { paper: 'rejected' }),
    isRare: true,
    count: payees({ paper: 'rejected' }),
  },
  {
    key: 'payeeAuths',
    title: '待审收款授权',
    tone: 'warn',
    permit: 'fleet.verify',
    sides: ['platform'],
    path: listed('PayeeList', { authWaiting: 'true' }),
    isRare: true,
    count: payees({ authWaiting: true }),
  },
  taskCard('settlementSubmit', '待提交结算单', 'submit'),
  taskCard('settlementApprove', '待审核结算单', 'approve'),
  taskCard('settlementPay', '待支付结算单', 'pay'),
  taskCard('paymentUnknown', '支付结果未知', 'unknown'),
  taskCard('paymentFailed', '支付失败', 'failed'),
]
