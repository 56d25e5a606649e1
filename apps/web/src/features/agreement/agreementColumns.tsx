// The list of agreements as it is drawn.
import { agreementListColumns } from '@yunshu/contract/agreement/agreementColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { agreementRoles, agreementStates, askedStates } from '@yunshu/domain/agreement/agreement'
import { HappenedAt, nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { StatusTag, TurnTag } from '../../ui/StatusTag.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(agreementListColumns, {
  agreementNo: { width: 190, fixed: 'start', card: 'title' },
  kind: { width: 100 },
  state: {},
  waits: { width: 110 },
  counterparty: { width: 220 },
  title: { width: 240 },
  shipperName: { width: 220 },
  houseName: { width: 220, card: 'hide' },
  carrierName: { width: 220 },
  waybillNo: { width: 190, card: 'hide' },
  signed: { width: 90, card: 'hide' },
  method: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  maker: { width: 110, card: 'hide' },
  signedAt: { card: 'hide' },
  until: { card: 'hide' },
  fault: { width: 200, card: 'hide' },
  reason: { width: 200, card: 'hide' },
})
const pair = pairing(singles)

/** The signature that is missing, in words. */
const waits = factOf(singles, 'waits', {
  title: '待谁签',
  render: ({ waits, canSign }) =>
    canSign || waits.length === 0 ? nothing : `待${waits.map(role => agreementRoles[role]).join('、')}签署`,
})
/** The state; the reader's own turn is said first. */
const state = factOf(singles, 'state', {
  render: row => (row.canSign ? <TurnTag>待我签</TurnTag> : <StatusTag machine={agreementStates} state={row.state} />),
})
const other = factOf(singles, 'counterparty', {
  render: ({ counterparty }) => <span title={counterparty}>{shortBranch(counterparty)}</span>,
  holds: ['counterparty', 'shipperName', 'houseName', 'carrierName', 'title'],
})
const waybill = factOf(singles, 'waybillNo', {
  render: ({ waybillId, waybillNo }) =>
    waybillId === undefined ? (
      (waybillNo ?? nothing)
    ) : (
      <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
        {waybillNo}
      </a>
    ),
})
const until = factOf(singles, 'until')

/** The moment it was signed, else the last one it can be. */
const moment = factOf(singles, 'signedAt', {
  render: row => {
    // of a paper the day alone is known
    if (row.signedAt !== undefined)
      return (
        <span className="ys-table-fact">
          <HappenedAt value={row.signedAt} />
        </span>
      )
    const isOpen = askedStates.some(state => state === row.state)
    return isOpen && row.until !== undefined ? <>截止 {until.render(row)}</> : nothing
  },
  holds: ['signedAt', 'until', 'signed'],
})
const way = factOf(singles, 'method')
/** On a card the last day alone: how it is signed stands in its record. */
const method = factOf(singles, 'method', {
  render: row => {
    const said = way.render(row)
    return said === nothing ? nothing : <span className="ys-table-fact">{said}</span>
  },
})
const why = factOf(singles, 'reason', {
  title: '说明',
  render: ({ fault, reason }) => fault ?? reason ?? nothing,
  holds: ['fault', 'reason'],
})

export const agreementColumns = withDefaults(
  [
    pair('agreement', ['agreementNo', 'kind'], { width: 170, fixed: 'start', card: 'title' }),
    pair('standing', [state, waits], { width: 130, card: 'tag' }),
    pair('other', [other], { width: 200 }),
    pair('subject', [waybill], { title: '运单号', width: 170, fits: true, isNamed: true }),
    pair('made', ['createdAt', 'maker'], { title: '起草', width: 120, card: 'hide' }),
    // the last day it can be signed: before the waybill, where room is scarce
    pair('signed', [moment, method], { title: '签署 / 方式', width: 150, least: 130, isKept: true }),
    pair('why', [why], { width: 160, card: 'hide' }),
  ],
  singles,
)
