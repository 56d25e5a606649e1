// The lists of statements and of their lines as they are drawn.
import { statementLineListColumns, statementListColumns } from '@yunshu/contract/statement/statementColumns'
import type { StatementLine } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { lineMarks, statementKinds } from '@yunshu/domain/statement'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortPlace } from '../../ui/placeText.ts'

const singles = drawColumns(statementListColumns, {
  statementNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 80 },
  shipperName: { width: 220 },
  period: { width: 90 },
  openingOwed: { width: 140, card: 'hide' },
  openingPrepaid: { width: 140, card: 'hide' },
  freight: { width: 140 },
  adjusted: { width: 120, card: 'hide' },
  received: { width: 140, card: 'hide' },
  refunded: { width: 120, card: 'hide' },
  setOff: { width: 140, card: 'hide' },
  invoiced: { width: 140, card: 'hide' },
  closingOwed: { width: 140, card: 'figure' },
  closingPrepaid: { width: 140, card: 'hide' },
  lines: { width: 80, card: 'hide' },
  late: { width: 90, card: 'hide' },
  createdAt: { card: 'hide' },
  maker: { width: 100, card: 'hide' },
  sentAt: { card: 'hide' },
  answerer: { width: 100, card: 'hide' },
  answeredAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
})
const pair = pairing(singles)

export const statementColumns = withDefaults(
  [
    pair('number', ['statementNo', 'createdAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('shipper', ['shipperName', 'branchName'], { width: 150 }),
    'period',
    pair('moved', ['freight', 'received'], { width: 165, align: 'right', card: 'figure' }),
    pair('invoiced', ['invoiced', 'setOff'], { width: 165, align: 'right', card: 'hide' }),
    pair('closing', ['closingOwed', 'closingPrepaid'], { width: 165, align: 'right', card: 'line', isNamed: true }),
    pair('answer', ['answerer', 'answeredAt'], { width: 115, card: 'hide' }),
  ],
  singles,
)

/** The waybill with its road and truck; lines of money say their subject. */
const Subject = (row: StatementLine) =>
  row.waybillId === undefined ? (
    row.summary
  ) : (
    <>
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
        {row.waybillNo}
      </a>
      <div className="ys-weak">
        {[row.upstreamNo, `${shortPlace(row.loadPlace ?? '')} → ${shortPlace(row.unloadPlace ?? '')}`, row.plate]
          .filter(Boolean)
          .join(' ')}
      </div>
    </>
  )
/** The word of the shipper about the line, and the answer. */
const Said = ({ mark, dispute, answer }: StatementLine) => (
  <>
    {lineMarks[mark]}
    {dispute !== undefined && <div className="ys-weak">异议：{dispute}</div>}
    {answer !== undefined && <div className="ys-weak">说明：{answer}</div>}
  </>
)
const off = { isHidden: true, card: 'hide' } as const

/** Drawn as a short table: what it does not show is said by the cells of what it does. */
export const statementLineColumns = drawColumns(statementLineListColumns, {
  day: { width: 100 },
  kind: { width: 100, render: row => `${statementKinds[row.kind].label}${row.isLate ? '（补记）' : ''}` },
  late: off,
  waybillNo: { width: 230, render: Subject },
  upstreamNo: off,
  loadPlace: off,
  unloadPlace: off,
  plate: off,
  weight: off,
  summary: off,
  charges: { width: 160 },
  owed: { width: 120 },
  prepaid: { width: 120 },
  invoiced: { width: 110 },
  number: off,
  mark: { width: 150, render: Said },
  dispute: off,
  answer: off,
})
