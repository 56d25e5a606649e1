// A waybill in the panel beside its list: head, weights with papers, way and people.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { useCall } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import type { PeekedProps } from '../../ui/list/listProps.ts'
import { RecordPeek } from '../../ui/record/RecordPeek.tsx'
import { WaybillHero } from './WaybillHero.tsx'
import { WaybillPeople, WaybillWay } from './WaybillRail.tsx'
import { papersOf, WaybillPhotos } from './WaybillPhotos.tsx'
import { WeightsLine } from './WeightsLine.tsx'
import './waybill.css'

export function WaybillPeek({ id, isAsked, pending }: PeekedProps) {
  const answer = useCall(getWaybill, { id }, { quiet: true, enabled: isAsked })
  return (
    <RecordPeek
      answer={answer}
      pending={pending}
      hero={waybill => (
        <WaybillHero
          waybill={waybill}
          onReload={() => {
            void answer.refetch()
          }}
        />
      )}
    >
      {waybill => (
        <>
          <Section title="重量与磅单">
            <WeightsLine waybill={waybill} />
            {papersOf(waybill).length > 0 && <WaybillPhotos papers={papersOf(waybill)} />}
          </Section>
          <WaybillWay waybill={waybill} />
          <WaybillPeople waybill={waybill} />
        </>
      )}
    </RecordPeek>
  )
}
