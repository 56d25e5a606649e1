// Goods in the panel beside their list: head with acts, the quantity, the way, and the carriers that took part.
import { getGoods } from '@yunshu/contract/goods/goods'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { TakeDialog } from '../../parts/goods/TakeDialog.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { PeekedProps } from '../../ui/list/listProps.ts'
import { PageActions } from '../../ui/PageActions.tsx'
import { RecordPeek } from '../../ui/record/RecordPeek.tsx'
import { PendingChange } from './ChangesSection.tsx'
import { GoodsHero } from './GoodsHero.tsx'
import { QuantityBar } from './QuantityBar.tsx'
import { RouteView } from './RouteView.tsx'
import { TasksSection } from './TakersSection.tsx'
import { useGoodsActions } from './useGoodsActions.tsx'
import './goods.css'

export function GoodsPeek({ id, isAsked, pending }: PeekedProps) {
  const answer = useCall(getGoods, { id }, { quiet: true, enabled: isAsked })
  const [isTaking, setTaking] = useState(false)
  const { actionsOf, dialogs } = useGoodsActions(() => setTaking(true))
  return (
    <>
      <RecordPeek
        answer={answer}
        pending={pending}
        hero={goods => <GoodsHero goods={goods} acts={<PageActions {...actionsOf(goods)} />} />}
      >
        {goods => (
          <>
            {goods.isChanging && <PendingChange goodsId={goods.id} />}
            <Section title="数量">
              <QuantityBar goods={goods} />
            </Section>
            <Section title="运输路线">
              <RouteView goods={goods} />
            </Section>
            <TasksSection goods={goods} />
          </>
        )}
      </RecordPeek>
      {dialogs}
      {isTaking && answer.data && <TakeDialog goods={answer.data} onClose={() => setTaking(false)} />}
    </>
  )
}
