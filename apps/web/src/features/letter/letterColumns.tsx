// The list of letters of balances as it is drawn.
import { absoluteFen } from '@yunshu/domain/figures/money'
import { letterListColumns } from '@yunshu/contract/letter/letterColumns'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing } from '../../ui/Figures.tsx'
import { Age } from '../../ui/list/Age.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(letterListColumns, {
  letterNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 80 },
  partyName: { width: 220 },
  period: { width: 90 },
  opening: { width: 140, card: 'hide' },
  debit: { width: 140, card: 'hide' },
  credit: { width: 140, card: 'hide' },
  closing: { width: 140, card: 'figure' },
  lines: { width: 80, card: 'hide' },
  disputed: {
    width: 80,
    card: 'hide',
    render: ({ disputed }) => (disputed === 0 ? nothing : <span className="ys-figure">{disputed}</span>),
  },
  sentAt: { card: 'hide' },
  sender: { width: 100, card: 'hide' },
  answerer: { width: 100, card: 'hide' },
  answeredAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
})
const pair = pairing(singles)

/** A balance in the direction it lies, in the words of the side that reads: no sign, and nothing is wrong with either. */
const lying = (key: 'closing' | 'opening', isHouse: boolean) =>
  factOf(singles, key, {
    title: key === 'closing' ? '期末净额' : '期初净额',
    render: row => (
      <>
        {row[key] !== 0 && <span className="ys-weak ys-lies">{row[key] > 0 === isHouse ? '应收' : '应付'} </span>}
        <Money value={absoluteFen(row[key])} />
        {row[key] !== 0 && (
          <small className="ys-card-word">{row[key] > 0 === isHouse ? '期末应收(元)' : '期末应付(元)'}</small>
        )}
      </>
    ),
  })

const number = pair('number', ['letterNo', 'period'], { width: 170, fixed: 'start', card: 'title' })
/** One that waits for the other side says for how long. */
const state = pair(
  'state',
  [
    'state',
    factOf(singles, 'sentAt', {
      title: '已等',
      render: row =>
        row.state === 'sent' ? (
          <>
            已等 <Age at={row.sentAt} />
          </>
        ) : null,
    }),
  ],
  { title: '状态', width: 92, card: 'tag' },
)
const balancesOf = (isHouse: boolean) =>
  pair('balances', [lying('closing', isHouse), lying('opening', isHouse)], {
    title: '期末 / 期初净额(元)',
    width: 165,
    align: 'right',
    card: 'figure',
  })
const rest = [
  pair('moved', ['debit', 'credit'], { width: 160, align: 'right', card: 'hide' }),
  'disputed',
  pair('sent', ['sentAt', 'sender'], { width: 122, card: 'hide' }),
  pair('answer', ['answerer', 'answeredAt'], { width: 121, card: 'hide' }),
] as const

/** The house sees which company a letter is of; a company sees only its own. */
export const letterColumns = {
  house: withDefaults(
    [number, state, pair('party', ['partyName', 'branchName'], { width: 190 }), balancesOf(true), ...rest],
    singles,
  ),
  company: withDefaults(
    [number, state, pair('branch', ['branchName'], { width: 130 }), balancesOf(false), ...rest],
    singles,
  ),
} as const
