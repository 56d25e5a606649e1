// The list of differences between the bank and the books, as it is drawn.
import { reconItemListColumns } from '@yunshu/contract/recon/reconColumns'
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { ZERO_FEN } from '@yunshu/domain/figures/money'
import { reconItemStates } from '@yunshu/domain/recon/recon'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'

const singles = drawColumns(reconItemListColumns, {
  day: { width: 120, fixed: 'start' },
  kind: { width: 130, card: 'title' },
  state: {
    width: 100,
    render: ({ state, moves }) => <SecondTag machine={reconItemStates} state={state} moves={moves} />,
  },
  direction: { width: 70 },
  theirs: { width: 130, card: 'figure' },
  ours: { width: 130 },
  serial: { width: 200 },
  orderKey: { width: 190, card: 'hide' },
  other: { width: 190 },
  tradeNo: { width: 180, card: 'hide' },
  suggested: { width: 180 },
  reason: { width: 170 },
  asker: { width: 100, card: 'hide' },
  checker: { width: 100, card: 'hide' },
  laying: { width: 130, card: 'hide' },
  made: { width: 180, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
  createdAt: { card: 'hide' },
})
const pair = pairing(singles)

/** One amount, where one side alone has it; both, where they differ. */
const amount = twoLines<ReconItemRow>(
  'two-amount',
  [
    factOf(singles, 'theirs', {
      title: '金额(元)',
      render: ({ theirs, ours }) => <Money value={theirs ?? ours ?? ZERO_FEN} />,
    }),
    factOf(singles, 'ours', {
      title: '账上金额(元)',
      render: ({ theirs, ours }) =>
        theirs === undefined || ours === undefined ? (
          nothing
        ) : (
          <>
            账上 <Money value={ours} />
          </>
        ),
    }),
  ],
  { title: '金额(元)', width: 130, align: 'right', card: 'figure' },
)

export const reconColumns = withDefaults(
  [
    pair('day', ['day', 'direction'], { width: 96, fixed: 'start' }),
    pair('kind', ['kind', 'made'], { width: 136, card: 'title' }),
    pair('state', ['state', 'laying'], { title: '状态', width: 110, card: 'tag' }),
    amount,
    pair('branch', ['branchName'], { title: '分公司', width: 104 }),
    // by the bank's number and the other side it is looked for
    pair('bank', ['serial', 'other'], { width: 178, isKept: true }),
    pair('trade', ['tradeNo', 'suggested'], { width: 164 }),
    pair('reason', ['reason', 'asker'], { width: 170 }),
  ],
  singles,
)
