// The page of goods: their route, cargo, terms, how far they are taken and by whom, with the moves that can be made.
import { getGoods, type GoodsDetail } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods/goods'
import { useState } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { useShare } from '../../parts/share/useShare.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { TakeDialog } from '../../parts/goods/TakeDialog.tsx'
import { ChangesSection, PendingChange } from './ChangesSection.tsx'
import { BasicFacts, TermFacts } from './GoodsFacts.tsx'
import { ItemsTable } from './ItemsTable.tsx'
import { PriceSteps, TrunkFacts } from './KindSections.tsx'
import { QuantityBar } from './QuantityBar.tsx'
import { RouteView } from './RouteView.tsx'
import { republishUrl } from './republishUrl.ts'
import { TakersSection } from './TakersSection.tsx'
import { useBackfill } from './useBackfill.ts'
import { isAsked, useGoodsMoves, type GoodsMove } from './useGoodsMoves.tsx'
import { changeUrl, usePublishing } from './usePublishing.ts'
import { isSendable, useSendTask } from './useSendTask.tsx'
import './goods.css'

/** True while the person's company, a carrier, can take part of the goods. */
function useCanTake(): (goods: GoodsDetail) => boolean {
  const info = useSession(session => session.info)
  const hasPermit = useCan('goods.take')
  return goods =>
    hasPermit &&
    isCarrierSide(info) &&
    info?.companyId !== goods.shipperId &&
    goods.takeMode === 'GRAB' &&
    openGoodsStates.some(state => state === goods.state) &&
    goods.remainQty > 0 &&
    goods.validTo > serverNow()
}

/**
 * True where the goods have fences for the person: on the side that published them, and for a carrier that took part of
 * them.
 */
function useHasFences(): (goods: GoodsDetail) => boolean {
  const info = useSession(session => session.info)
  const hasPermit = useCan('fence.view')
  return goods =>
    hasPermit &&
    goods.state !== 'draft' &&
    (!isCarrierSide(info) || info?.companyId === goods.shipperId || goods.tasks.length > 0)
}

/** What a carrier may have run into that followed a link. */
const missing = (
  <p>
    货源可能已被删除，或者没有发布给贵公司。
    <br />
    从分享链接进入的，请联系货主邀请贵公司合作，或把货源发布给贵公司。
  </p>
)

/** Screen GoodsDetails. */
export default function GoodsDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getGoods, { id }, { quiet: true })
  const { ask, dialog: moveDialog, isBusy } = useGoodsMoves()
  const canTake = useCanTake()
  const hasFences = useHasFences()
  const backfill = useBackfill()
  const { share, dialog } = useShare()
  const { send: sendTask, dialog: taskDialog } = useSendTask()
  const { canCopy, canChange, account } = usePublishing()
  const [isTaking, setTaking] = useState(false)
  const actionsOf = (goods: GoodsDetail): { primary: RowAction | undefined; actions: readonly RowAction[] } => {
    const isOpen = openGoodsStates.some(state => state === goods.state)
    const back = backfill(goods)
    const move = (name: GoodsMove): RowAction[] => {
      const why = goods.barred?.moves.includes(name) ? goods.barred.why : undefined
      return goods.moves.includes(name) || why !== undefined
        ? [
            {
              label: goodsStates.moves[name].label,
              danger: isAsked(name),
              disabled: isBusy,
              why,
              onClick: () => ask(goods, name),
            },
          ]
        : []
    }
    const take: RowAction[] = canTake(goods) ? [{ label: '接单', onClick: () => setTaking(true) }] : []
    const send: RowAction[] = sendTask && isSendable(goods) ? [{ label: '派任务', onClick: () => sendTask(goods) }] : []
    const copy: RowAction[] = canCopy(goods) ? [{ label: '再来一单', to: republishUrl(goods, account) }] : []
    // the act that takes the goods further; goods that are over are ordered anew
    const [primary] = [...take, ...move('resume'), ...send, ...(isOpen ? [] : copy)]
    const all = [
      ...send,
      ...(canChange(goods) ? [{ label: '变更', to: changeUrl(goods.id) }] : []),
      ...copy,
      ...(share && isOpen ? [{ label: '分享', onClick: () => share(goods) }] : []),
      ...(back === undefined ? [] : [{ label: '回单补录', to: back }]),
      ...(hasFences(goods)
        ? [{ label: '围栏车辆', to: screenUrl('CarrierGoodsBindVehicle', { goodsId: goods.id }) }]
        : []),
      ...move('pause'),
      ...move('resume'),
      ...move('cancel'),
      ...move('end'),
    ]
    return { primary, actions: all.filter(({ label }) => label !== primary?.label) }
  }
  return (
    <>
      <DetailPage
        answer={answer}
        missing={missing}
        title={({ goodsNo }) => `货源 ${goodsNo}`}
        tag={({ state }) => <StatusTag machine={goodsStates} state={state} />}
        actions={goods => <PageActions {...actionsOf(goods)} />}
      >
        {goods => (
          <>
            {goods.isChanging && <PendingChange goodsId={goods.id} />}
            <Section title="数量">
              <QuantityBar goods={goods} />
            </Section>
            <BasicFacts goods={goods} />
            <TrunkFacts goods={goods} />
            <Section title="运输路线">
              <RouteView goods={goods} />
            </Section>
            <Section title="货物信息">
              <ItemsTable items={goods.items} />
            </Section>
            <TermFacts goods={goods} />
            <PriceSteps goods={goods} />
            <TakersSection goods={goods} />
            <ChangesSection goodsId={goods.id} />
            {goods.log.length > 0 && (
              <Section title="操作记录">
                <LogTimeline log={goods.log} />
              </Section>
            )}
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
