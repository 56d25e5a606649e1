// The lists of payment files and of payments that wait for one, as they are drawn.
import { payFileCandidateColumns, payFileListColumns } from '@yunshu/contract/payFile/payFileColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(payFileListColumns, {
  fileNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 90 },
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
  branchName: { width: 200, card: 'hide' },
  sha256: { width: 220, card: 'hide' },
})
const pair = pairing(singles)

export const payFileColumns = withDefaults(
  [
    pair('number', ['fileNo', 'createdAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('amount', ['amount', 'lines'], { width: 130, align: 'right', card: 'figure' }),
    pair('results', ['ended', 'failed'], { width: 150, align: 'right', isNamed: true }),
    pair('template', ['templateName', 'branchName'], { width: 230 }),
    pair('people', ['maker', 'releaser'], { width: 110, card: 'hide' }),
    pair('out', ['releasedAt', 'downloads'], { width: 130, card: 'hide' }),
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
  branchName: { width: 200, card: 'hide' },
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
