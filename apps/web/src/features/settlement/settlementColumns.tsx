// The settlement list as it is drawn, with the mark of overdue sheets.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettlementRow } from '@yunshu/contract/settlement/settlement'
import { settlementListColumns } from '@yunshu/contract/settlement/settlementColumns'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { payerLabel, sheetTurns, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { serverNow } from '../../lib/clock.ts'
import type { Column, Fact } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { DueDate, daysLate } from '../../parts/settlement/DueDate.tsx'
import { sheetStateOf } from '../../parts/settlement/sheetState.ts'
import { nothing, Time } from '../../ui/Figures.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'

/** Address of a sheet's page; of one that pays again with the number of the sheet it was made of. */
export const settlementUrl = (settlementNum: string, pSettlementNum?: string): string =>
  pSettlementNum === undefined
    ? screenUrl('SettlementNormal', { settlementNum })
    : screenUrl('SettlementFailure', { settlementNum, pSettlementNum })

const parent = ({ pSettlementNum }: SettlementRow) =>
  pSettlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={settlementUrl(pSettlementNum)}>
      {pSettlementNum}
    </a>
  )

const singles = drawColumns(settlementListColumns, {
  settlementNum: { width: 180, fixed: 'start', card: 'title' },
  state: { render: row => <StateTag state={sheetStateOf(row)} /> },
  carrierName: { width: 210 },
  due: { width: 140 },
  dueAt: { width: 190, render: row => <DueDate dueAt={row.dueAt} state={row.state} /> },
  lineCount: { width: 80 },
  payable: { width: 140, card: 'hide' },
  oil: { width: 130, card: 'hide' },
  advanced: { width: 110, card: 'hide' },
  deducted: { card: 'hide' },
  penalty: { card: 'hide', isHidden: true },
  carriedIn: { card: 'hide', isHidden: true },
  carriedOut: { card: 'hide', isHidden: true },
  shipperName: { width: 210, card: 'hide' },
  period: { width: 110, card: 'hide' },
  kind: { width: 100, card: 'hide' },
  maker: { width: 100, card: 'hide' },
  auditor: { width: 100, card: 'hide' },
  payer: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  pSettlementNum: { width: 190, card: 'hide', isHidden: true, render: parent },
})

const pair = pairing(singles)

const isTurn = (state: SettlementState): state is keyof typeof sheetTurns => Object.hasOwn(sheetTurns, state)
/** The payer as a side calls it: its own people there, the shipper elsewhere. */
const payerWord = { house: '货主', shipper: '我方', carrier: '货主' } as const
/** The person or side whose turn it is, in words; nothing where none is awaited. */
const turnOn = (side: keyof typeof payerWord): Fact<SettlementRow> => ({
  title: '等谁',
  render: row => {
    const { state, maker } = row
    // fees are paid by the house itself
    const payer = payerLabel(row) === '货主' ? payerWord[side] : '平台'
    if (state === 'paying') return '等银行结果'
    if (state === 'partial') return '等处理失败的付款'
    if (state === 'rejected') return `等${maker}修改`
    return isTurn(state) ? `等${sheetTurns[state].by === 'maker' ? maker : payer}${sheetTurns[state].act}` : null
  },
  holds: ['state', 'maker'],
})
/** The days a sheet is late. */
const late: Fact<SettlementRow> = {
  title: '逾期',
  render: ({ state, dueAt }) => {
    const days = daysLate(state, dueAt, serverNow())
    return days > 0 ? (
      <b className="ys-minus">
        {/* a card says the name of the fact before it */}
        <span className="st-late-word">逾期 </span>
        {days} 天
      </b>
    ) : null
  },
  holds: ['dueAt'],
}
/** The day it falls due, beside which the days stand that it is late. */
const dueDay = factOf(singles, 'dueAt', {
  render: ({ dueAt }) => (dueAt === undefined ? nothing : <Time value={dueAt} dayOnly />),
})

/** The maker; left out of a card where the words for the turn name that person. */
const maker = factOf(singles, 'maker', {
  render: ({ state, maker: name }) => (
    <span
      className={state === 'rejected' || (isTurn(state) && sheetTurns[state].by === 'maker') ? 'ys-table-fact' : ''}
    >
      {name}
    </span>
  ),
})

/** The parties from payer to payee; one's own company is not said in each row. */
const parties = {
  house: pair('parties', ['shipperName', 'carrierName'], { width: 170, card: 'route' }),
  shipper: pair('parties', ['carrierName', maker], { width: 170, card: 'line' }),
  carrier: pair('parties', ['shipperName', maker], { width: 170, card: 'line' }),
} as const

/** The facts people ask for first stand first: who, how much is paid, and when it falls due. */
const columnsFor = (side: keyof typeof parties) =>
  withDefaults(
    [
      pair('number', ['settlementNum', factOf(singles, 'period', { title: '期间' })], {
        width: 160,
        fixed: 'start',
        card: 'title',
      }),
      pair('state', ['state', turnOn(side)], { title: '状态', width: 130, card: 'tag', orders: ['stateSince'] }),
      parties[side],
      pair('due', ['due', 'oil'], { width: 120, align: 'right', card: 'figure', orders: ['amount'] }),
      pair('end', [dueDay, late], { title: '到期', width: 96, isNamed: true, orders: ['dueAt'] }),
      pair('payable', ['payable', 'deducted'], {
        title: '应付 / 扣款(含抹零)(元)',
        width: 175,
        align: 'right',
        card: 'hide',
      }),
      pair('lines', [factOf(singles, 'lineCount', { title: '运单数' }), 'kind'], {
        width: 84,
        align: 'right',
        card: 'hide',
      }),
      pair('people', side === 'house' ? ['maker', 'auditor'] : ['auditor', 'payer'], {
        title: side === 'house' ? '制单 / 审核' : '审核 / 支付',
        width: 84,
        card: 'hide',
      }),
    ],
    singles,
  )

export const settlementColumns = columnsFor('house')
const [ofShipper, ofCarrier] = [columnsFor('shipper'), columnsFor('carrier')]

/** The columns for somebody on these sides: a company on both sees both parties, as the house does. */
export function settlementColumnsOf(sides: readonly RoleSide[]): readonly Column<SettlementRow>[] {
  if (sides.some(isHouseSide) || sides.length > 1) return settlementColumns
  return sides[0] === 'carrier' ? ofCarrier : ofShipper
}
