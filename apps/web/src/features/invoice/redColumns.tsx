// The lists of red confirmations and input invoices as they are drawn.
import { inputListColumns, redListColumns } from '@yunshu/contract/invoice/redColumns'
import type { RedRow } from '@yunshu/contract/invoice/red'
import { inputKinds, inputStates } from '@yunshu/domain/invoice/input'
import { inputClasses } from '@yunshu/domain/invoice/inputClass'
import { isTakenBack, redIssueStates, redStates } from '@yunshu/domain/invoice/red'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'
import { StateTag, Tag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { InputMoney } from './InputMoney.tsx'

/** The state; it waits for the reader only while they have a step in it besides taking it back. */
function RedTag({ state, issueState, moves, issueMoves }: RedRow) {
  const said = redStates.states[state]
  if (issueState === 'issued') return <Tag tone="idle">{said.label}</Tag>
  const isMine = issueMoves.length > 0 || moves.some(move => !isTakenBack(move))
  return isMine ? <StateTag state={said} /> : <Tag tone={said.tone}>{said.label}</Tag>
}

const redSingles = drawColumns(redListColumns, {
  confirmNo: { width: 180, fixed: 'start', card: 'title' },
  state: { width: 150, render: row => <RedTag {...row} /> },
  issueState: { width: 110 },
  invoiceNo: { width: 200 },
  titleName: { width: 200, card: 'hide' },
  reasonCode: { width: 100 },
  side: { width: 80, card: 'hide' },
  gross: { width: 130 },
  tax: {
    width: 110,
    card: 'hide',
    render: row => <AskedMoney asked={{ amountOf: 'redTax', id: row.id }} value={row.tax} />,
  },
  deadlineAt: { card: 'hide' },
  redNo: { width: 200, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 110, card: 'hide' },
  createdAt: { card: 'hide' },
  fault: { width: 160, card: 'hide' },
  reason: { width: 160, card: 'hide' },
})
/** The state of its red invoice, in quiet words below its own. */
const issueWord = (state: RedRow['issueState']) => <span className="ys-weak">{redIssueStates.states[state].label}</span>
const ofRed = pairing(redSingles)
/** Twenty digits stand whole in small figures. */
const longNo = (no: string | undefined) => (no === undefined ? nothing : <small className="ys-figure">{no}</small>)
/** The end of the confirmation while somebody still has to give it, else how far its red invoice is. */
const untilOrIssue = ({ state, issueState, deadlineAt }: RedRow) =>
  deadlineAt !== undefined && (state === 'sellerAsked' || state === 'buyerAsked') ? (
    <>
      <Time value={deadlineAt} /> 前确认
    </>
  ) : (
    issueWord(issueState)
  )

const created = factOf(redSingles, 'createdAt')
/** On a card its last day is what counts. */
const askedAt = factOf(redSingles, 'createdAt', {
  render: row => <span className="ys-table-fact">{created.render(row)}</span>,
})

export const redColumns = withDefaults(
  [
    ofRed('number', ['confirmNo', askedAt], { width: 165, fixed: 'start', card: 'title' }),
    ofRed(
      'state',
      [
        'state',
        factOf(redSingles, 'issueState', { title: '期限', render: untilOrIssue, holds: ['issueState', 'deadlineAt'] }),
      ],
      // its words leave no room for the amount beside them
      { width: 160, card: 'line', fits: true, isKept: true },
    ),
    ofRed('amount', ['gross', 'tax'], { title: '红冲金额 / 税额(元)', width: 130, align: 'right', card: 'figure' }),
    ofRed('blue', [factOf(redSingles, 'invoiceNo', { render: row => longNo(row.invoiceNo) }), 'titleName'], {
      width: 175,
      fits: true,
    }),
    ofRed('why', ['reasonCode', 'side'], { width: 100 }),
    ofRed('red', [factOf(redSingles, 'redNo', { render: row => longNo(row.redNo) }), 'branchName'], {
      width: 175,
      card: 'hide',
    }),
  ],
  redSingles,
)

const inputSingles = drawColumns(inputListColumns, {
  invoiceNo: { width: 200, fixed: 'start', card: 'title' },
  state: { render: ({ state, moves }) => <SecondTag machine={inputStates} state={state} moves={moves} /> },
  class: { width: 90, card: 'hide' },
  kind: { width: 100, card: 'hide' },
  issuedAt: { width: 120, whole: true },
  sellerName: { width: 210 },
  sellerTaxNo: { width: 180, card: 'hide' },
  buyerName: { width: 200, card: 'hide' },
  gross: { width: 130, render: row => <InputMoney row={row} of="gross" /> },
  net: { width: 130, card: 'hide', render: row => <InputMoney row={row} of="net" /> },
  tax: { width: 110, render: row => <InputMoney row={row} of="tax" /> },
  bound: { width: 130, render: row => <InputMoney row={row} of="bound" /> },
  unbound: { width: 130, card: 'hide', render: row => <InputMoney row={row} of="unbound" /> },
  litres: { width: 100, card: 'hide' },
  source: { width: 130, card: 'hide' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 110, card: 'hide' },
  checker: { width: 110, card: 'hide' },
  createdAt: { card: 'hide' },
  reason: { width: 160, card: 'hide' },
})
const ofInput = pairing(inputSingles)

const inputHead = [
  ofInput('number', ['invoiceNo', 'issuedAt'], { width: 190, fixed: 'start', card: 'title' }),
  ofInput(
    'state',
    [
      'state',
      factOf(inputSingles, 'class', {
        render: row =>
          row.reason ??
          [inputClasses[row.class], row.kind === 'ORDINARY' && inputKinds.ORDINARY].filter(Boolean).join(' · '),
        holds: ['class', 'kind', 'reason'],
      }),
    ],
    {
      title: '状态 / 类别',
      width: 150,
      card: 'tag',
    },
  ),
] as const
/** The states as a carrier reads them: what the platform does with its invoice. */
export const carrierInputStates = {
  ...inputStates,
  states: {
    ...inputStates.states,
    uploaded: { ...inputStates.states.uploaded, label: '查验中' },
    verified: { ...inputStates.states.verified, label: '已查验' },
    ticked: { ...inputStates.states.ticked, label: '已抵扣' },
  },
}
const carrierHead = [
  inputHead[0],
  ofInput(
    'state',
    [
      factOf(inputSingles, 'state', { render: row => <StateTag state={carrierInputStates.states[row.state]} /> }),
      factOf(inputSingles, 'reason', { render: row => row.reason && <b className="ys-minus">{row.reason}</b> }),
    ],
    { width: 190, card: 'tag' },
  ),
] as const
const inputFigures = [
  ofInput('amount', ['gross', 'tax'], {
    title: '价税合计 / 税额(元)',
    width: 140,
    align: 'right',
    card: 'figure',
    orders: ['amount'],
  }),
  ofInput('bound', ['bound', 'unbound'], { width: 130, align: 'right', isNamed: true }),
  ofInput('people', ['maker', 'checker'], { width: 110, card: 'hide' }),
] as const
export const inputColumns = withDefaults(
  [
    ...inputHead,
    ofInput('seller', ['sellerName', 'sellerTaxNo'], { width: 210 }),
    ...inputFigures,
    ofInput('branch', ['branchName', 'source'], { width: 150, card: 'hide' }),
  ],
  inputSingles,
)

/** A carrier knows its own name: it reads which branch it sold to. */
export const carrierInputColumns = withDefaults(
  [
    ...carrierHead,
    ofInput('branch', [factOf(inputSingles, 'branchName', { title: '开给' })], { width: 130 }),
    ...inputFigures,
  ],
  inputSingles,
)
