// The page of goods: their route, cargo, terms, how far they are taken and by whom, with the moves that can be made.
import { getGoods, type GoodsDetail } from '@yunshu/contract/goods'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods'
import { isCarrier } from '@yunshu/domain/account'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { useShare } from '../../ui/share/useShare.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TakeDialog } from '../../ui/TakeDialog.tsx'
import { ChangesSection, PendingChange } from './ChangesSection.tsx'
import { BasicFacts, TermFacts } from './GoodsFacts.tsx'
import { ItemsTable } from './ItemsTable.tsx'
import { PriceSteps, TrunkFacts } from './KindSections.tsx'
import { QuantityBar } from './QuantityBar.tsx'
import { RouteView } from './RouteView.tsx'
import { republishUrl } from './republishUrl.ts'
import { TakersSection } from './TakersSection.tsx'
import { useBackfill } from './useBackfill.ts'
import { isGoodsMove, useGoodsMoves } from './useGoodsMoves.tsx'
import { changeUrl, usePublishing } from './usePublishing.ts'
import { isSendable, useSendTask } from './useSendTask.tsx'
import './goods.css'

/** True while the person's company, a carrier, can take part of the goods. */
function useCanTake(): (goods: GoodsDetail) => boolean {
  const info = useSession((session) => session.info)
  const hasPermit = useCan('goods.take')
  return (goods) => hasPermit && info?.type !== undefined && info.type > 0 && isCarrier(info.businessType ?? 0) && info.companyId !== goods.shipperId
    && goods.takeMode === 'GRAB' && openGoodsStates.some((state) => state === goods.state) && goods.remainQty > 0 && goods.validTo > serverNow()
}

/** True where the goods have fences for the person: on the side that published them, and for a carrier that took part of them. */
function useHasFences(): (goods: GoodsDetail) => boolean {
  const info = useSession((session) => session.info)
  const hasPermit = useCan('fence.view')
  return (goods) => hasPermit && goods.state !== 'draft' && (!isCarrier(info?.businessType ?? 0) || info?.companyId === goods.shipperId || goods.tasks.length > 0)
}

/** What a carrier may have run into that followed a link. */
const missing = <p>货源可能已被删除，或者没有发布给贵公司。<br />从分享链接进入的，请联系货主邀请贵公司合作，或把货源发布给贵公司。</p>

/** Screen GoodsDetails. */
export default function GoodsDetailsPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const answer = useCall(getGoods, { id }, { quiet: true })
  const { ask, dialog: moveDialog, isBusy } = useGoodsMoves()
  const canTake = useCanTake()
  const hasFences = useHasFences()
  const backfill = useBackfill()
  const { share, dialog } = useShare()
  const { send: sendTask, dialog: taskDialog } = useSendTask()
  const { canCopy, canChange, account } = usePublishing()
  const [isTaking, setTaking] = useState(false)
  return (
    <>
      <DetailPage answer={answer} missing={missing} title={({ goodsNo }) => `货源 ${goodsNo}`} tag={({ state }) => <StatusTag machine={goodsStates} state={state} />}
        actions={(goods) => (
          <>
            {canTake(goods) && <Button type="primary" onClick={() => setTaking(true)}>接单</Button>}
            {sendTask && isSendable(goods) && <Button onClick={() => sendTask(goods)}>派任务</Button>}
            {canChange(goods) && <Button onClick={() => void navigate(changeUrl(goods.id))}>变更</Button>}
            {canCopy(goods) && <Button onClick={() => void navigate(republishUrl(goods, account))}>再来一单</Button>}
            {share && openGoodsStates.some((state) => state === goods.state) && <Button onClick={() => share(goods)}>分享</Button>}
            {backfill(goods) !== undefined && <Button onClick={() => void navigate(backfill(goods) ?? '')}>回单补录</Button>}
            {hasFences(goods) && <Button onClick={() => void navigate(screenUrl('CarrierGoodsBindVehicle', { goodsId: goods.id }))}>围栏车辆</Button>}
            <MoveButtons machine={goodsStates} moves={goods.moves} name={goods.goodsNo} busy={isBusy} direct={['cancel', 'end']} onMove={(move) => { if (isGoodsMove(move)) ask(goods, move) }} />
          </>
        )}>
        {(goods) => (
          <>
            {goods.isChanging && <PendingChange goodsId={goods.id} />}
            <Section title="数量"><QuantityBar goods={goods} /></Section>
            <BasicFacts goods={goods} />
            <TrunkFacts goods={goods} />
            <Section title="运输路线"><RouteView goods={goods} /></Section>
            <Section title="货物信息"><ItemsTable items={goods.items} /></Section>
            <TermFacts goods={goods} />
            <PriceSteps goods={goods} />
            <TakersSection goods={goods} />
            <ChangesSection goodsId={goods.id} />
            {goods.log.length > 0 && <Section title="操作记录"><LogTimeline log={goods.log} /></Section>}
          </>
        )}
      </DetailPage>
      {dialog}
      {moveDialog}
      {taskDialog}
      {isTaking && answer.data && <TakeDialog goods={answer.data} onClose={() => setTaking(false)} />}
    </>
  )
}
