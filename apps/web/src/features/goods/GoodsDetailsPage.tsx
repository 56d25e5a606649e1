// The page of goods: their route, cargo, terms, how far they are taken and by whom, with the moves that can be made.
import { getGoods, takeGoods, type GoodsDetail } from '@yunshu/contract/goods/goods'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { History } from '../../ui/record/History.tsx'
import { People, type Person } from '../../ui/record/People.tsx'
import { TakeDialog } from '../../parts/goods/TakeDialog.tsx'
import { ChangesSection, PendingChange } from './ChangesSection.tsx'
import { BasicFacts, TermFacts } from './GoodsFacts.tsx'
import { GoodsHero } from './GoodsHero.tsx'
import { ItemsTable } from './ItemsTable.tsx'
import { isJustPublished } from './justPublished.ts'
import { NextSteps } from './NextSteps.tsx'
import { PriceSteps, TrunkFacts } from './KindSections.tsx'
import { QuantityBar } from './QuantityBar.tsx'
import { RouteView } from './RouteView.tsx'
import { TakersSection } from './TakersSection.tsx'
import { useGoodsActions } from './useGoodsActions.tsx'
import './goods.css'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

/** The explanation for a carrier that followed a link to goods it cannot see. */
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
  const { state } = useLocation()
  const [isNew, setNew] = useState(isJustPublished(state))
  const [isTaking, setTaking] = useState(false)
  useReopening(...(answer.data ? [[() => setTaking(true), takeGoods, { goodsId: id }] as const] : []))
  const { actionsOf, dialogs } = useGoodsActions(() => setTaking(true))
  return (
    <>
      <DetailPage
        answer={answer}
        missing={missing}
        title={({ goodsNo }) => `货源 ${goodsNo}`}
        hero={goods => <GoodsHero goods={goods} acts={<PageActions {...actionsOf(goods)} />} />}
        notice={goods => (
          <>
            {isNew && <NextSteps goods={goods} onClose={() => setNew(false)} />}
            {goods.isChanging && <PendingChange goodsId={goods.id} />}
          </>
        )}
        rail={goods => <GoodsRail goods={goods} />}
      >
        {goods => (
          <>
            <Section title="数量">
              <QuantityBar goods={goods} />
            </Section>
            <TakersSection goods={goods} />
            <Section title="运输路线">
              <RouteView goods={goods} hasContacts={false} />
            </Section>
            <Section title="货物信息">
              <ItemsTable items={goods.items} />
            </Section>
            <TermFacts goods={goods} />
            <PriceSteps goods={goods} />
            <TrunkFacts goods={goods} />
            <BasicFacts goods={goods} />
            <ChangesSection goodsId={goods.id} />
          </>
        )}
      </DetailPage>
      {dialogs}
      {isTaking && answer.data && (
        <Reopens by={() => setTaking(true)}>
          <TakeDialog goods={answer.data} onClose={() => setTaking(false)} />
        </Reopens>
      )}
    </>
  )
}

/** The people at both ends, and the history. */
function GoodsRail({ goods: { loadPoints, unloadPoints, log } }: { goods: GoodsDetail }) {
  const at = (role: string, points: GoodsDetail['loadPoints']): Person[] =>
    points.map(({ contact, mobile }) => ({ role, name: contact, mobile }))
  return (
    <>
      <People people={[...at('装货联系人', loadPoints), ...at('卸货联系人', unloadPoints)]} />
      <History log={log} />
    </>
  )
}
