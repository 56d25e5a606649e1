// The list of debts as it is drawn.
import type { DebtRow } from '@yunshu/contract/debt/debt'
import { debtListColumns } from '@yunshu/contract/debt/debtColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const sheetLink = (settlementNum: string | undefined) =>
  settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )

/** The sheet a debt comes of, or the waybill where fuel was used for one that came to nothing. */
const sourceLink = ({ settlementNum, waybillId, waybillNo }: DebtRow) =>
  settlementNum === undefined && waybillId !== undefined ? (
    <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
      {waybillNo}
    </a>
  ) : (
    sheetLink(settlementNum)
  )

const singles = drawColumns(debtListColumns, {
  debtNo: { width: 190, fixed: 'start', card: 'title' },
  stage: { width: 100 },
  carrierName: { width: 220 },
  shipperName: { width: 220, card: 'hide' },
  origin: { width: 150 },
  settlementNum: {
    width: 190,
    card: 'line',
    render: (row: DebtRow) => sourceLink(row),
  },
  createdAt: { card: 'hide' },
  amount: { width: 130 },
  offset: { width: 120, card: 'hide' },
  collected: { width: 120, card: 'hide' },
  writtenOff: { width: 120, card: 'hide' },
  open: { width: 130, card: 'figure' },
  age: { width: 100 },
  nextDueAt: { width: 120, card: 'hide' },
  takenBy: { width: 190, card: 'hide', render: ({ takenBy }: DebtRow) => sheetLink(takenBy) },
  branchName: { width: 200, card: 'hide' },
  asker: { width: 110, card: 'hide' },
  checker: { width: 110, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})

const pair = pairing(singles)

export const debtColumns = withDefaults(
  [
    pair('number', ['debtNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    'stage',
    pair('carrier', ['carrierName', 'shipperName'], { width: 170 }),
    pair('source', ['origin', 'settlementNum'], { width: 150 }),
    pair('amount', ['amount', 'offset'], { width: 120, align: 'right', card: 'line' }),
    pair('paid', ['collected', 'writtenOff'], { width: 110, align: 'right', card: 'hide' }),
    pair('open', ['open', 'age'], { width: 120, align: 'right', card: 'figure' }),
    pair('due', ['nextDueAt', 'takenBy'], { width: 150, card: 'hide' }),
  ],
  singles,
)
