// A waybill in the panel beside its list: head, weights with papers, way and people.
import { getWaybill } from '@yunshu/contract/waybill/details'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { RecordPeek } from '../../ui/record/RecordPeek.tsx'
import { WaybillHero } from './WaybillHero.tsx'
import { WaybillPeople, WaybillWay } from './WaybillRail.tsx'
import { papersOf, WaybillPhotos } from './WaybillPhotos.tsx'
import { WeightsLine } from './WeightsLine.tsx'
import './waybill.css'

interface WaybillPeekProps {
  id: string
  /** False while people walk past it. */
  isAsked: boolean
  /** The facts of its row, until the answer is there. */
  pending: ReactNode
}

export function WaybillPeek({ id, isAsked, pending }: WaybillPeekProps) {
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
