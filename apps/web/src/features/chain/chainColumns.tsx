// The list of four flows as it is drawn: of each leg the worst of it, in a few words.
import { chainListColumns } from '@yunshu/contract/chain/chainColumns'
import type { ShownLeg } from '@yunshu/contract/chain/chain'
import { chainLegs, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'

const singles = drawColumns(chainListColumns, {
  waybillNo: { width: 170, fixed: 'start', card: 'title' },
  state: { width: 100 },
  signedAt: { card: 'hide' },
  shipperName: { width: 200, card: 'hide' },
  carrierName: { width: 200, card: 'hide' },
  plate: { width: 110, card: 'hide' },
  load: { width: 160, card: 'hide', render: ({ load }) => <span title={load}>{shortPlace(load)}</span> },
  unload: { width: 160, card: 'hide', render: ({ unload }) => <span title={unload}>{shortPlace(unload)}</span> },
  contract: { width: 90, card: 'line' },
  contractWhy: { width: 200, card: 'hide' },
  goods: { width: 90, card: 'line' },
  goodsWhy: { width: 200, card: 'hide' },
  money: { width: 90, card: 'line' },
  moneyWhy: { width: 200, card: 'hide' },
  invoice: { width: 90, card: 'line' },
  invoiceWhy: { width: 200, card: 'hide' },
  freight: { width: 130, card: 'hide' },
  cost: { width: 130, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
})

const pair = pairing(singles)

/** A whole leg is quiet, a lack framed, a contradiction amber; the reasons show when pointed at. */
function LegCell({ leg: { state, short, reasons } }: { leg: ShownLeg }) {
  if (state === 'whole') return <span className="ys-weak">{legStates.states.whole.label}</span>
  if (state === 'differs') return <Tag tone="warn">{short}</Tag>
  return (
    <span title={reasons.map(({ text }) => text).join('；')}>
      <Tag tone="idle">{short}</Tag>
    </span>
  )
}

const leg = (key: ChainLeg) =>
  pair(key, [{ title: chainLegs[key], render: row => <LegCell leg={row[key]} />, holds: [key, `${key}Why`] }], {
    width: 140,
    card: 'line',
    isNamed: true,
  })

export const chainColumns = withDefaults(
  [
    pair('number', ['waybillNo', 'signedAt'], { width: 170, fixed: 'start', card: 'title' }),
    pair('parties', ['shipperName', 'carrierName'], { width: 200 }),
    pair('where', ['load', 'unload'], { width: 160, card: 'route' }),
    leg('contract'),
    leg('goods'),
    leg('money'),
    leg('invoice'),
  ],
  singles,
)
