// The waybill list as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillRow } from '@yunshu/contract/waybill/waybill'
import { waybillListColumns } from '@yunshu/contract/waybill/waybillColumns'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { freightMark, freightMarks } from '@yunshu/domain/waybill/freightMark'
import { receiptShown } from '@yunshu/domain/waybill/receiptShown'
import { waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { ageText } from '../../ui/list/Age.tsx'
import { serverNow } from '../../lib/clock.ts'
import { StateWord } from '../../ui/list/StateWord.tsx'
import { SiteText } from '../../ui/list/EndText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'
import { Money, nothing, nothingText, tonsText } from '../../ui/Figures.tsx'
import type { Column, Fact } from '../../ui/list/column.tsx'
import { can } from '../../lib/can.ts'
import { nextStepOf } from './nextStep.ts'
import { QueuedMark } from './QueuedLines.tsx'

/** Address of a waybill's page. */
export const waybillUrl = (id: string): string => screenUrl('WaybillDetails', { id })

function SheetLink({ settlementNum }: { settlementNum: string | undefined }) {
  return settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
}

/** Marks of a row; a vehicle whose arrival a circle proves is not expected late any more. */
const alertsShown = ({ alerts, proven }: Pick<WaybillRow, 'alerts' | 'proven'>) =>
  proven ? alerts.filter(alert => alert !== 'runsLate') : alerts

/** Faults and delays, each as a mark. */
function Alerts({ row }: { row: WaybillRow }) {
  const alerts = alertsShown(row)
  if (alerts.length === 0) return nothing
  return (
    <>
      {alerts.map(alert => (
        <span key={alert} className="ys-tag ys-tag-bad ys-alert">
          {waybillAlerts[alert]}
        </span>
      ))}
    </>
  )
}

/**
 * Presses that wait in this browser, an arrival a circle proves, then faults and delays in one line of red words, not the
 * one the state says itself; where there are none, the step the side of the market can take now.
 */
const alertWords = (side: 'carrier' | 'shipper' | undefined) => (row: WaybillRow) => {
  const { id, state, proven } = row
  const words = alertsShown(row)
    .map(alert => waybillAlerts[alert])
    .filter(word => word !== waybillStates.states[state].label)
  const [next] = side === undefined ? [] : nextStepOf(row, row[`${side}Id`], can)
  return (
    <>
      <QueuedMark id={id} />
      {proven && <b>围栏已证明到达</b>}
      {words.length > 0 && <b className="ys-minus">{words.join(' ')}</b>}
      {next && !proven && words.length === 0 && <span className="ys-next">{next.label}</span>}
    </>
  )
}

const driver = ({ driverName, driverMobile }: WaybillRow) => (
  <>
    {driverName} <span className="ys-weak">{driverMobile}</span>
  </>
)
const goodsLink = ({ goodsId, goodsNo }: WaybillRow) => (
  <a className="ys-link" href={screenUrl('GoodsDetails', { id: goodsId })}>
    {goodsNo}
  </a>
)

const singles = drawColumns(waybillListColumns, {
  waybillNo: { width: 180, fixed: 'start', fits: true, card: 'title' },
  state: {},
  alerts: { width: 130, render: row => <Alerts row={row} /> },
  proven: { width: 120, isHidden: true, card: 'hide' },
  upstreamNo: { width: 150, isHidden: true },
  plate: { width: 110, fits: true },
  driver: { width: 190, render: driver },
  loadPlace: { width: 210 },
  unloadPlace: { width: 210 },
  itemNames: { width: 120 },
  shipperName: { width: 200, card: 'hide' },
  carrierName: { width: 200, card: 'hide' },
  planWeightG: { card: 'hide', isHidden: true },
  loadWeightG: { card: 'hide' },
  unloadWeightG: { card: 'hide' },
  lossG: { width: 110, card: 'hide' },
  freightMark: { card: 'hide', isHidden: true },
  shipperFreight: { width: 130 },
  carrierFreight: { width: 130 },
  margin: { card: 'hide' },
  oil: { width: 110, card: 'hide' },
  deducted: { width: 110, card: 'hide' },
  payable: { width: 130, card: 'hide' },
  paid: { width: 130, card: 'hide' },
  setOff: { width: 110, card: 'hide', isHidden: true },
  open: { width: 130, card: 'hide' },
  receiptState: { card: 'line' },
  settleState: { card: 'line' },
  settlementNum: { width: 180, card: 'hide', render: row => <SheetLink settlementNum={row.settlementNum} /> },
  goodsNo: { width: 180, card: 'hide', isHidden: true, render: goodsLink },
  source: { width: 100, card: 'hide', isHidden: true },
  createdAt: {},
  stateSince: { card: 'hide', isHidden: true },
  loadedAt: { card: 'hide' },
  signedAt: { card: 'hide' },
  finishedAt: { card: 'hide', isHidden: true },
  dueAt: { card: 'hide' },
})

const one = (key: string, change: Partial<Fact<WaybillRow>> = {}): Fact<WaybillRow> => factOf(singles, key, change)
const totalsOf = (...keys: readonly string[]) => keys.flatMap(key => one(key).totals ?? [])

/** Loaded and unloaded, with an arrow between; the plan while nothing is loaded. */
function tonsOf({ planWeightG, loadWeightG, unloadWeightG }: WaybillRow) {
  const unit = <span className="ys-card-word"> 吨</span>
  if (loadWeightG === undefined)
    return (
      <span className="ys-weak">
        计划 {tonsText(planWeightG)}
        {unit}
      </span>
    )
  return (
    <>
      {tonsText(loadWeightG)} → {unloadWeightG === undefined ? nothingText : tonsText(unloadWeightG)}
      {unit}
    </>
  )
}

/** The loss, red when there is one. */
function lossOf({ lossG }: Pick<WaybillRow, 'lossG'>) {
  if (lossG === undefined || lossG === 0) return undefined
  return lossG > 0 ? <b className="ys-minus">亏 {tonsText(lossG)}</b> : <b>盈 {tonsText(grams(Math.abs(lossG)))}</b>
}

const tons: Fact<WaybillRow> = {
  title: '装 → 卸(吨)',
  render: tonsOf,
  totals: totalsOf('loadWeightG', 'unloadWeightG', 'lossG'),
  holds: ['planWeightG', 'loadWeightG', 'unloadWeightG'],
}
const cargoAndLoss: Fact<WaybillRow> = {
  title: '货物',
  render: row => (
    <>
      {row.itemNames} {lossOf(row)}
    </>
  ),
  holds: ['itemNames', 'lossG'],
}
const loss: Fact<WaybillRow> = { title: '亏吨', render: lossOf, holds: ['lossG'] }

/** The time it has been in its state. */
const stay: Fact<WaybillRow> = {
  title: '停留',
  render: ({ stateSince, createdAt }) => {
    const at = stateSince ?? createdAt
    const age = ageText(at, serverNow())
    return (
      <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
        {age}
      </time>
    )
  },
  holds: ['createdAt', 'stateSince'],
}

const number = twoLines('two-number', [one('waybillNo'), stay], {
  width: 156,
  fixed: 'start',
  card: 'title',
  orders: ['stateSince'],
})
const stateAndAlerts = (side?: 'carrier' | 'shipper') =>
  twoLines('two-state', [one('state'), one('alerts', { title: '异常', render: alertWords(side) })], {
    width: 110,
    card: 'tag',
  })
const site = (key: 'loadPlace' | 'unloadPlace') => one(key, { render: row => <SiteText place={row[key]} /> })
const route = twoLines('two-route', [site('loadPlace'), site('unloadPlace')], {
  title: '装货地 → 卸货地',
  width: 190,
  card: 'route',
})
const plate = twoLines(
  'two-plate',
  [
    one('plate', { title: '车辆' }),
    one('driver', { title: '司机', render: ({ driverName }) => driverName || nothingText }),
  ],
  { width: 100 },
)
const companies = twoLines('two-companies', [one('shipperName'), one('carrierName')], { width: 160, card: 'hide' })
const receipt = one('receiptState', {
  render: row => {
    const shown = receiptShown(row)
    return shown ? <StateWord state={shown} /> : nothing
  },
})

/** An amount of freight with 预估 before it while it is one. */
const freight = (key: 'shipperFreight' | 'carrierFreight' | 'payable', title?: string): Fact<WaybillRow> => ({
  ...one(key, {
    render: row => (
      <>
        {freightMark(row) === 'estimated' && <span className="ys-weak">{freightMarks.estimated} </span>}
        <Money value={row[key]} />
      </>
    ),
  }),
  ...(title === undefined ? {} : { title }),
})
/** A figure with its sum at the foot under the word its side has for it. */
const summedAs = (label: string, fact: Fact<WaybillRow>): Fact<WaybillRow> => ({
  ...fact,
  totals: fact.totals?.map(total => ({ ...total, label })),
})
/** A waybill on the road cannot be settled yet: there is nothing to say of it. */
const settled = one('settleState', {
  render: ({ settleState, state }) =>
    settleState === 'unsettled' && state !== 'signed' && state !== 'finished' ? (
      nothing
    ) : (
      <StateWord state={waybillSettleStates.states[settleState]} />
    ),
})
const receiptAndSheet = twoLines('two-receipt', [receipt, settled], { width: 96, card: 'hide' })
const money = { width: 120, align: 'right', card: 'figure', orders: ['amount'] } as const
const weights = { width: 150, align: 'right', card: 'line' } as const

/** The columns people see who do not choose others, by their side of the market. */
const defaults: Readonly<Record<'house' | 'carrier' | 'shipper', readonly (Column<WaybillRow> | string)[]>> = {
  house: [
    number,
    stateAndAlerts(),
    companies,
    route,
    plate,
    twoLines('two-tons', [tons, cargoAndLoss], weights),
    twoLines(
      'two-freight',
      [freight('shipperFreight', '托运(元)'), one('carrierFreight', { title: '承运(元)' })],
      money,
    ),
    receiptAndSheet,
  ],
  carrier: [
    number,
    stateAndAlerts('carrier'),
    twoLines('two-shipper', [one('shipperName'), one('itemNames')], { width: 160, card: 'hide' }),
    route,
    plate,
    twoLines('two-loss', [tons, loss], weights),
    twoLines(
      'two-payable',
      [summedAs('应收(元)', freight('payable', '应收(元)')), summedAs('未收(元)', one('open', { title: '未收' }))],
      money,
    ),
    receiptAndSheet,
  ],
  shipper: [
    number,
    stateAndAlerts('shipper'),
    route,
    plate,
    twoLines('two-tons', [tons, cargoAndLoss], weights),
    twoLines('two-own', [freight('shipperFreight')], money),
    twoLines('two-paper', [receipt], { width: 100, card: 'hide' }),
    twoLines('two-settle', [settled], { width: 100, card: 'hide' }),
  ],
}

const made = {
  house: withDefaults(defaults.house, singles),
  carrier: withDefaults(defaults.carrier, singles),
  shipper: withDefaults(defaults.shipper, singles),
} as const

/** The columns of the list for somebody on these sides: a company on both sees both prices, as the house does. */
export function waybillColumnsOf(sides: readonly RoleSide[]): readonly Column<WaybillRow>[] {
  if (sides.some(isHouseSide) || sides.length > 1) return made.house
  return sides[0] === 'carrier' ? made.carrier : made.shipper
}
