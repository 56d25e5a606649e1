// The list of shippers' credit as it is drawn.
import { creditListColumns } from '@yunshu/contract/credit/creditColumns'
import { creditModes } from '@yunshu/domain/credit'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(creditListColumns, {
  shipperName: { width: 220, fixed: 'start', card: 'title' },
  stage: { width: 100 },
  // the tag says it already where nothing is held back
  mode: { width: 140, render: ({ mode }) => (mode === 'none' ? nothing : creditModes[mode]) },
  available: { width: 140, card: 'figure' },
  limit: { width: 140 },
  prepaid: { width: 140, card: 'hide' },
  owed: { width: 140, card: 'hide' },
  writtenOff: { width: 130, card: 'hide' },
  reserved: { width: 130, card: 'hide' },
  branchName: {
    width: 200,
    card: 'hide',
    render: ({ branchName }) =>
      branchName === undefined ? nothing : <span title={branchName}>{shortBranch(branchName)}</span>,
  },
  reason: { width: 170, card: 'hide' },
  setBy: { width: 110, card: 'hide' },
  setAt: { card: 'hide' },
})
const pair = pairing(singles)

export const creditColumns = withDefaults(
  [
    pair('shipper', ['shipperName', 'branchName'], { width: 200, fixed: 'start', card: 'title' }),
    pair('stage', ['stage', 'mode'], { width: 130, card: 'tag' }),
    pair('available', ['available', 'limit'], {
      title: '可用 / 信用额度(元)',
      width: 150,
      align: 'right',
      card: 'figure',
    }),
    pair('money', ['prepaid', 'owed'], { title: '预收 / 应收未付(元)', width: 150, align: 'right', isNamed: true }),
    pair('burden', ['reserved', 'writtenOff'], {
      title: '在途预估 / 已核销坏账(元)',
      width: 170,
      align: 'right',
      isNamed: true,
      card: 'hide',
    }),
    pair('set', ['setBy', 'setAt'], { width: 130, card: 'hide' }),
    'reason',
  ],
  singles,
)
