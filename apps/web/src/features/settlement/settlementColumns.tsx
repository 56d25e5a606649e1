// The settlement list as it is drawn, with the mark of overdue sheets.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettlementRow } from '@yunshu/contract/settlement/settlement'
import { settlementListColumns } from '@yunshu/contract/settlement/settlementColumns'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { sheetTurns, type SettlementState } from '@yunshu/domain/settlement/settlement'
import type { Column, Fact } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { DueDate } from '../../parts/settlement/DueDate.tsx'
import { nothing } from '../../ui/Figures.tsx'

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
  state: {},
  carrierName: { width: 210 },
  due: { width: 140 },
  dueAt: { width: 190, render: row => <DueDate dueAt={row.dueAt} state={row.state} /> },
  lineCount: { width: 80 },
  payable: { width: 140, card: 'hide' },
  oil: { width: 130, card: 'hide' },
  advanced: { width: 110, card: 'hide' },
  deducted: { card: 'hide' },
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
/** The person or side whose turn it is, in words; nothing where none is awaited. */
const turn: Fact<SettlementRow> = {
  title: '等谁',
  render: ({ state, maker }) => {
    if (state === 'paying') return '等银行结果'
    if (state === 'partial') return '等处理失败的付款'
    return isTurn(state) ? `等${sheetTurns[state].by === 'maker' ? maker : '付款方'}${sheetTurns[state].act}` : null
  },
  holds: ['state', 'maker'],
}

/** The parties from payer to payee; one's own company is not said in each row. */
const parties = {
  house: pair('parties', ['shipperName', 'carrierName'], { width: 190, card: 'route' }),
  shipper: pair('parties', ['carrierName', 'maker'], { width: 190, card: 'line' }),
  carrier: pair('parties', ['shipperName', 'maker'], { width: 190, card: 'line' }),
} as const

const columnsFor = (side: keyof typeof parties) =>
  withDefaults(
    [
      pair('number', ['settlementNum', factOf(singles, 'period', { title: '期间' })], {
        width: 170,
        fixed: 'start',
        card: 'title',
      }),
      pair('state', ['state', turn], { title: '状态', width: 120, card: 'tag' }),
      parties[side],
      pair('lines', [factOf(singles, 'lineCount', { title: '运单数' }), 'kind'], {
        width: 84,
        align: 'right',
        card: 'hide',
      }),
      pair('payable', ['payable', 'deducted'], { width: 130, align: 'right', card: 'hide' }),
      pair('due', ['due', 'oil'], { width: 130, align: 'right', card: 'figure' }),
      pair('end', ['dueAt'], { width: 170 }),
      pair('people', side === 'house' ? ['maker', 'auditor'] : ['auditor', 'payer'], { width: 90, card: 'hide' }),
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
