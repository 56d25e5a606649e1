// The list of fund records as it is drawn.
import { fundListColumns } from '@yunshu/contract/fund/fundColumns'
import { fundStates } from '@yunshu/domain/fund'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'

const singles = drawColumns(fundListColumns, {
  recordNo: { width: 190, fixed: 'start', card: 'title' },
  state: { render: ({ state, moves }) => <SecondTag machine={fundStates} state={state} moves={moves} /> },
  kind: { width: 150 },
  date: { width: 130 },
  amount: { width: 140 },
  serial: { width: 210 },
  shipperName: { width: 210, card: 'hide' },
  provider: { width: 210, card: 'hide', isHidden: true },
  branchName: { width: 210, card: 'hide' },
  maker: { width: 110 },
  createdAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  checkedAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
  remark: { width: 180, card: 'hide' },
})

const pair = pairing(singles)
const branch = factOf(singles, 'branchName', { render: row => <BranchText name={row.branchName} /> })
const date = factOf(singles, 'date', { title: '日期' })

/** The reason against it comes before what its maker wrote. */
const why = factOf(singles, 'reason', {
  render: ({ reason }) => (reason === undefined ? nothing : <span className="ys-minus">{reason}</span>),
})

export const fundColumns = withDefaults(
  [
    pair('number', ['recordNo', date], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('kind', ['kind', 'serial'], { width: 210 }),
    pair('amount', ['amount'], { width: 140, align: 'right', card: 'figure' }),
    pair('company', ['shipperName', branch], { width: 190 }),
    pair('people', ['maker', 'checker'], { width: 110, card: 'hide' }),
    pair('note', [why, 'remark'], { title: '驳回原因 / 备注', width: 170 }),
  ],
  singles,
)
