// The goods whose trips are entered: their facts, their rest, and the state of the draft.
import type { BackfillGoods } from '@yunshu/contract/waybill/backfill'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { goodsStates, lossBases, pricings, quantityModes } from '@yunshu/domain/goods/goods'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { ReactNode } from 'react'
import { Explained } from '../../ui/Explained.tsx'
import { quantityText } from '../../ui/quantityText.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { DraftState } from './useSheetDraft.ts'

interface BackfillHeadProps {
  goods: BackfillGoods
  draft: DraftState
  children: ReactNode
}

export function BackfillHead({ goods, draft, children }: BackfillHeadProps) {
  const { quantityMode, totalQty, remainQty, pricing, unitPrice } = goods
  const facts: readonly (readonly [string, string])[] = [
    ['线路', `${goods.loadPlace} → ${goods.unloadPlace}`],
    ['货物', goods.itemNames],
    ['货主', goods.shipperName],
    ['剩余', `${quantityText(quantityMode, remainQty)}（共 ${quantityText(quantityMode, totalQty)}）`],
    ...(unitPrice === undefined
      ? []
      : [
          [
            '单价',
            `${printUnitPrice(unitPrice)} ${pricings[pricing].label}，${pricing === 'PER_TON' ? lossBases[goods.lossBasis] : quantityModes[quantityMode].label}`,
          ] as const,
        ]),
  ]
  return (
    <header className="ys-page-head bf-head">
      <h1>
        <Explained label="回单补录" />
      </h1>
      <a href={screenUrl('GoodsDetails', { id: goods.id })}>{goods.goodsNo}</a>
      <StatusTag machine={goodsStates} state={goods.state} />
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
      <span className="ys-page-actions">{children}</span>
      <dl className="bf-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}
