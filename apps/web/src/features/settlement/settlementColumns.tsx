// The settlement list as it is drawn, with the mark of overdue sheets.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettlementRow } from '@yunshu/contract/settlement/settlement'
import { settlementListColumns } from '@yunshu/contract/settlement/settlementColumns'
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

export const settlementColumns = withDefaults(
  [
    pair('number', ['settlementNum', factOf(singles, 'period', { title: '期间' })], {
      width: 170,
      fixed: 'start',
      card: 'title',
    }),
    'state',
    pair('parties', ['carrierName', 'shipperName'], { width: 190, card: 'route' }),
    pair('lines', [factOf(singles, 'lineCount', { title: '运单数' }), 'kind'], {
      width: 84,
      align: 'right',
      card: 'hide',
    }),
    pair('payable', ['payable', 'deducted'], { width: 130, align: 'right', card: 'hide' }),
    pair('due', ['due', 'oil'], { width: 130, align: 'right', card: 'figure' }),
    pair('end', ['dueAt'], { width: 170 }),
    pair('people', ['maker', 'auditor'], { width: 90, card: 'hide' }),
  ],
  singles,
)
