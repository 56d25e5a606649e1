// The list of four flows as it is drawn: of each leg the worst of it, in a few words.
import { chainListColumns } from '@yunshu/contract/chain/chainColumns'
import type { ChainRow, ShownLeg } from '@yunshu/contract/chain/chain'
import { chainLegs, legStates, type ChainLeg } from '@yunshu/domain/chain/chain'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { serverNow } from '../../lib/clock.ts'
import { Explained } from '../../ui/Explained.tsx'
import { EndText } from '../../ui/list/EndText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortPlace } from '../../ui/placeText.ts'

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

const looks = { whole: '', missing: 'ys-weak', differs: 'ys-fault', unknown: 'ys-weak' } as const

/** The month of its signature is over: what its books lack now is late. */
const isLate = ({ signedAt }: ChainRow): boolean => signedAt !== undefined && periodOf(signedAt) < periodOf(serverNow())

interface LegProps {
  leg: ShownLeg
  name: string
  isLate: boolean
  /** A card has no heading that explains its words. */
  isCard: boolean
}

/**
 * A whole leg is plain, a contradiction red; a lack is amber once the month is over, and quiet before like what nobody
 * knows yet; the reasons show when pointed at.
 */
function LegCell({ leg: { state, short, reasons }, name, isLate: hasEnded, isCard }: LegProps) {
  if (state === 'whole')
    return (
      <>
        <span className="ys-card-word">{name}</span>
        {legStates.states.whole.label}
      </>
    )
  return (
    <span
      className={state === 'missing' && hasEnded ? 'ys-amber' : looks[state]}
      title={reasons.map(({ text }) => text).join('；')}
    >
      {isCard && state === 'unknown' ? <Explained label={short} /> : short}
    </span>
  )
}

/** The fact of one leg; under its own name where no heading names it. */
const leg = (key: ChainLeg, isCard: boolean) => ({
  title: chainLegs[key],
  render: (row: ChainRow) => <LegCell leg={row[key]} name={chainLegs[key]} isLate={isLate(row)} isCard={isCard} />,
  holds: [key, `${key}Why`],
})

const columnsOf = (isCard: boolean) =>
  withDefaults(
    [
      pair('number', ['waybillNo', 'signedAt'], { width: 170, fixed: 'start', card: 'title' }),
      pair('papers', [leg('contract', isCard), leg('goods', isCard)], { width: 160, explains: '轨迹未判定' }),
      pair('money', [leg('money', isCard), leg('invoice', isCard)], { width: 170, least: 126, explains: '四流核对' }),
      pair('fee', ['freight', 'cost'], { title: '托运 / 承运费(元)', width: 130, align: 'right', card: 'figure' }),
      pair('parties', ['shipperName', 'carrierName'], { width: 200, card: 'hide' }),
      pair(
        'where',
        [
          factOf(singles, 'load', { render: ({ load }) => <EndText place={load} /> }),
          factOf(singles, 'unload', { render: ({ unload }) => <EndText place={unload} /> }),
        ],
        { title: '装货地 → 卸货地', width: 195, card: 'route' },
      ),
    ],
    singles,
  )

/** The list as a table, and as cards. */
export const chainColumns = { table: columnsOf(false), card: columnsOf(true) } as const
