// The lists of statements and of their lines as they are drawn.
import { statementLineListColumns, statementListColumns } from '@yunshu/contract/statement/statementColumns'
import type { StatementLine, StatementRow } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { lineMarks, statementKinds } from '@yunshu/domain/statement'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing } from '../../ui/Figures.tsx'
import { Age } from '../../ui/list/Age.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'
import { siteOf } from '../../ui/placeText.ts'
import { closingOf, closingWords } from './statementFacts.tsx'

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
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
})
const pair = pairing(singles)

const number = pair('number', ['statementNo', 'period'], { width: 160, fixed: 'start', card: 'title' })
/** One that waits for the shipper says for how long. */
const state = pair(
  'state',
  [
    'state',
    factOf(singles, 'sentAt', {
      title: '已等',
      render: row =>
        row.state === 'sent' && row.sentAt !== undefined ? (
          <>
            已等 <Age at={row.sentAt} />
          </>
        ) : null,
    }),
  ],
  { title: '状态', width: 85, card: 'tag' },
)
/** The answer of the paper in the direction it lies. */
const closingOn = (isHouse: boolean) =>
  twoLines<StatementRow>(
    'two-closing',
    [
      {
        title: '期末结余(元)',
        holds: ['closingOwed', 'closingPrepaid'],
        render: row => {
          const { amount, isLeft } = closingWords(closingOf(row))
          const word = isLeft ? '预收' : isHouse ? '应收' : '应付'
          return (
            <>
              {amount !== 0 && <span className="ys-weak ys-lies">{word} </span>}
              <b>
                <Money value={amount} />
              </b>
              {amount !== 0 && <small className="ys-card-word">期末{word}(元)</small>}
            </>
          )
        },
      },
    ],
    { width: 150, align: 'right', card: 'figure' },
  )
const rest = [
  pair('moved', ['freight', 'received'], { title: '本期运费 / 收款(元)', width: 155, align: 'right', isNamed: true }),
  pair('invoiced', ['invoiced', 'setOff'], {
    title: '开票 / 预收冲应收(元)',
    width: 155,
    align: 'right',
    card: 'hide',
  }),
  pair('made', ['createdAt', 'maker'], { title: '制单', width: 112, card: 'hide' }),
  pair('answer', ['answerer', 'answeredAt'], { title: '确认', width: 93, card: 'hide' }),
] as const

/** The house sees whose statement it is; a shipper sees only its own. */
export const statementColumns = {
  house: withDefaults(
    [number, state, pair('shipper', ['shipperName', 'branchName'], { width: 190 }), closingOn(true), ...rest],
    singles,
  ),
  company: withDefaults(
    [number, state, pair('branch', ['branchName'], { width: 130 }), closingOn(false), ...rest],
    singles,
  ),
} as const

/** The waybill; lines of money say their subject. */
const Subject = ({ waybillId, waybillNo, summary }: StatementLine) =>
  waybillId === undefined ? (
    summary
  ) : (
    <>
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    </>
  )
/** Its truck, the number the customer gave it, and its road. */
const Way = ({ waybillId, plate, upstreamNo, loadPlace = '', unloadPlace = '' }: StatementLine) =>
  waybillId === undefined ? undefined : (
    <span title={`${loadPlace} → ${unloadPlace}`}>
      {[plate, upstreamNo, `${siteOf(loadPlace)} → ${siteOf(unloadPlace)}`].filter(Boolean).join(' ')}
    </span>
  )
/** The word of the shipper about the line, and the answer. */
const Said = ({ mark, dispute, answer }: StatementLine) => (
  <>
    <span className="sm-mark">{lineMarks[mark]}</span>
    {dispute !== undefined && <div className="ys-weak">异议：{dispute}</div>}
    {answer !== undefined && <div className="ys-weak">说明：{answer}</div>}
  </>
)
/** The parts of a freight of several charges: one charge is the freight itself. */
const chargesOf = ({ charges }: StatementLine): string =>
  charges.length < 2
    ? ''
    : charges.map(({ code, amount }) => `${chargeCodes[code].label} ${printMoney(amount)}`).join(' ')
/** Money that lessens what is owed is nothing out of order: the sign alone says it. */
const signed = (amount: Fen | undefined) =>
  amount === undefined ? nothing : <span className="ys-figure">{printMoney(amount)}</span>
const off = { isHidden: true, card: 'hide' } as const
const lineSingles = drawColumns(statementLineListColumns, {
  day: { width: 100 },
  kind: { width: 100, render: row => `${statementKinds[row.kind].label}${row.isLate ? '（补记）' : ''}` },
  late: off,
  waybillNo: { width: 230 },
  upstreamNo: off,
  loadPlace: off,
  unloadPlace: off,
  plate: off,
  weight: off,
  summary: off,
  charges: { width: 160, render: chargesOf },
  owed: { width: 100, render: row => signed(row.owed) },
  prepaid: { width: 100, render: row => signed(row.prepaid) },
  invoiced: { width: 84, render: row => signed(row.invoiced) },
  number: off,
  mark: { width: 76, render: Said },
  dispute: off,
  answer: off,
})
const ofLine = pairing(lineSingles)

/** Drawn as a short table of two lines a row: what it does not show is said by the cells of what it does. */
export const statementLineColumns = withDefaults(
  [
    ofLine('day', ['day', 'kind'], { width: 92, cardTitle: '' }),
    ofLine(
      'subject',
      [
        { title: '运单 / 摘要', holds: ['waybillNo', 'summary'], render: Subject },
        { title: '路线', holds: ['plate', 'upstreamNo', 'loadPlace', 'unloadPlace'], render: Way },
      ],
      { title: '运单 / 摘要', width: 280, isCut: true, card: 'title' },
    ),
    ofLine('owed', ['owed', 'charges'], { title: '应收增减(元)', width: 100, align: 'right', card: 'figure' }),
    'prepaid',
    'invoiced',
    'mark',
  ],
  lineSingles,
)
