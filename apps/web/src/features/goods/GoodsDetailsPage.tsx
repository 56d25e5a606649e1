// The page of goods: their route, cargo, terms, how far they are taken and by whom, with the moves that can be made.
import { getGoods, type GoodsDetail } from '@yunshu/contract/goods'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods'
import { isCarrier } from '@yunshu/domain/account'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TakeDialog } from '../../ui/TakeDialog.tsx'
import { BasicFacts, TermFacts } from './GoodsFacts.tsx'
import { ItemsTable } from './ItemsTable.tsx'
import { QuantityBar } from './QuantityBar.tsx'
import { RouteView } from './RouteView.tsx'
import { TakersSection } from './TakersSection.tsx'
import { isGoodsMove, useGoodsMoves } from './useGoodsMoves.tsx'
import './goods.css'

/** True while the person's company, a carrier, can take part of the goods. */
function useCanTake(): (goods: GoodsDetail) => boolean {
  const info = useSession((session) => session.info)
  const hasPermit = useCan('goods.take')
  return (goods) => hasPermit && info?.type !== undefined && info.type > 0 && isCarrier(info.businessType ?? 0) && info.companyId !== goods.shipperId
    && goods.takeMode === 'GRAB' && openGoodsStates.some((state) => state === goods.state) && goods.remainQty > 0 && goods.validTo > serverNow()
}

/** Screen GoodsDetails. */
export default function GoodsDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getGoods, { id }, { quiet: true })
  const { send, isBusy } = useGoodsMoves()
  const canTake = useCanTake()
  const [isTaking, setTaking] = useState(false)
  return (
    <>
      <DetailPage answer={answer} title={({ goodsNo }) => `货源 ${goodsNo}`} tag={({ state }) => <StatusTag machine={goodsStates} state={state} />}
        actions={(goods) => (
          <>
            {canTake(goods) && <Button type="primary" onClick={() => setTaking(true)}>接单</Button>}
            <MoveButtons machine={goodsStates} moves={goods.moves} name={goods.goodsNo} busy={isBusy} onMove={(move, reason) => { if (isGoodsMove(move)) send(goods, move, reason) }} />
          </>
        )}>
        {(goods) => (
          <>
            <Section title="数量"><QuantityBar goods={goods} /></Section>
            <BasicFacts goods={goods} />
            <Section title="运输路线"><RouteView goods={goods} /></Section>
            <Section title="货物信息"><ItemsTable items={goods.items} /></Section>
            <TermFacts goods={goods} />
            <TakersSection goods={goods} />
            {goods.log.length > 0 && <Section title="操作记录"><LogTimeline log={goods.log} /></Section>}
          </>
        )}
      </DetailPage>
      {isTaking && answer.data && <TakeDialog goods={answer.data} onClose={() => setTaking(false)} />}
    </>
  )
}
