// The head of the sheet: the goods whose trips are entered, their rest, and the state of the draft.
import type { BackfillGoods } from '@yunshu/contract/waybill/backfill'
import { goodsStates, lossBases, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { Explained } from '../../ui/Explained.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { wayParts } from '../../ui/record/heroLine.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { DraftState } from './useSheetDraft.ts'

interface BackfillHeadProps {
  goods: BackfillGoods
  draft: DraftState
  children: ReactNode
}

/** The price and the quantity it counts. */
const priceText = ({ pricing, unitPrice, lossBasis, quantityMode }: BackfillGoods): string | undefined =>
  unitPrice === undefined
    ? undefined
    : `${printUnitPrice(unitPrice)} ${pricings[pricing].label}，${pricing === 'PER_TON' ? lossBases[lossBasis] : quantityModes[quantityMode].label}`

export function BackfillHead({ goods, draft, children }: BackfillHeadProps) {
  const isHouse = useSession(({ info }) => sidesOf(info).some(isHouseSide))
  const { quantityMode: mode, totalQty, remainQty, loadPlace, unloadPlace } = goods
  const about = [
    priceText(goods),
    goods.itemNames,
    // a shipper knows whose goods they are
    isHouse ? goods.shipperName : undefined,
  ].filter(part => part !== undefined)
  return (
    <Hero
      word="回单补录"
      name={goods.goodsNo}
      tag={<StatusTag machine={goodsStates} state={goods.state} />}
      lead={
        <>
          <Explained label="回单补录" /> <Draft draft={draft} /> ·{' '}
        </>
      }
      line={[...wayParts(loadPlace, unloadPlace), ...about.map(part => ` · ${part}`)]}
      figure={{
        value: printQuantity(mode, remainQty).replace(quantityModes[mode].unit, '').trim(),
        label: `剩余(${quantityModes[mode].unit})`,
        note: `共 ${printQuantity(mode, totalQty)}`,
      }}
      acts={children}
      hasPager={false}
    />
  )
}

/** Whether what was typed is kept. */
const Draft = ({ draft }: { draft: DraftState }) => (
  <span className="bf-draft" aria-live="polite">
    {draft.is === 'failed' ? (
      <span className="ys-fault">草稿未能保存，请勿关闭页面</span>
    ) : (
      draft.is !== 'none' && (
        <span className="ys-weak">
          {draft.is === 'kept' ? `草稿已保存 ${formatDateTime(draft.savedAt).slice(11, 16)}` : '草稿待保存…'}
        </span>
      )
    )}
  </span>
)
