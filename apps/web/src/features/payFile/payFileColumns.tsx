// The lists of payment files and of payments that wait for one, as they are drawn.
import { payFileCandidateColumns, payFileListColumns } from '@yunshu/contract/payFile/payFileColumns'
import type { PayFileRow } from '@yunshu/contract/payFile/payFile'
import { payFileStates } from '@yunshu/domain/payFile/payFile'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'

const singles = drawColumns(payFileListColumns, {
  fileNo: { width: 190, fixed: 'start', card: 'title' },
  state: {
    width: 90,
    render: ({ state, moves }) => <SecondTag machine={payFileStates} state={state} moves={moves} />,
  },
  lines: { width: 90 },
  amount: { width: 140, card: 'figure' },
  ended: { width: 110, isNamed: true },
  failed: { width: 100, isNamed: true },
  templateName: { width: 220 },
  name: { width: 200, card: 'hide' },
  createdAt: { card: 'hide' },
  maker: { width: 100, card: 'hide' },
  releaser: { width: 100, card: 'hide' },
  releasedAt: { card: 'hide' },
  downloads: { width: 110, card: 'hide' },
  reason: { width: 150, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
  sha256: { width: 220, card: 'hide' },
})
const pair = pairing(singles)

const results = twoLines<PayFileRow>(
  'two-results',
  [
    {
      title: '付款结果',
      holds: ['ended'],
      render: ({ state, ended, lines }) => (state === 'withdrawn' ? nothing : `${ended} / ${lines} 笔有结果`),
    },
    {
      title: '付款失败',
      holds: ['failed'],
      render: ({ failed }) => (failed === 0 ? nothing : <span className="ys-fault">{failed} 笔失败</span>),
    },
  ],
  { title: '付款结果', width: 130 },
)

/** The bank's form of the file, of which a card says nothing. */
const template = factOf(singles, 'templateName', {
  render: ({ templateName }) => <span className="ys-table-fact">{templateName}</span>,
})

export const payFileColumns = withDefaults(
  [
    pair('number', ['fileNo', 'createdAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('amount', ['amount', factOf(singles, 'lines', { render: ({ lines }) => `${lines} 笔` })], {
      width: 130,
      align: 'right',
      card: 'figure',
      saysBelow: true,
    }),
    results,
    pair('people', ['maker', 'releaser'], { width: 110, card: 'hide' }),
    pair(
      'out',
      [
        'releasedAt',
        factOf(singles, 'downloads', {
          title: '下载',
          render: ({ downloads }) => (downloads === 0 ? nothing : `下载 ${downloads} 次`),
        }),
      ],
      { width: 130, card: 'hide' },
    ),
    pair('branch', ['branchName', template], { title: '分公司 / 模板', width: 190 }),
  ],
  singles,
)

const candidateSingles = drawColumns(payFileCandidateColumns, {
  taskNo: { width: 190, fixed: 'start', card: 'title' },
  payee: { width: 200 },
  account: { width: 120 },
  bank: { width: 180 },
  amount: { width: 140, card: 'figure' },
  settlementNum: { width: 190 },
  shipperName: { width: 200, card: 'hide' },
  createdAt: { card: 'hide' },
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
})
const ofCandidate = pairing(candidateSingles)

export const candidateColumns = withDefaults(
  [
    ofCandidate('number', ['taskNo', 'createdAt'], { width: 180, fixed: 'start', card: 'title' }),
    ofCandidate('payee', ['payee', 'account'], { width: 200 }),
    ofCandidate('amount', ['amount', 'bank'], { width: 180, align: 'right', card: 'figure' }),
    ofCandidate('sheet', ['settlementNum', 'shipperName'], { width: 220 }),
    'branchName',
  ],
  candidateSingles,
)
