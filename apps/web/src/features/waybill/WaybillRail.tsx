// Beside a waybill: the way it went with who took each step, the people to call, and its history.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { waybillStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import { waybillWayDone } from '@yunshu/domain/waybill/wayDone'
import { Section } from '../../ui/Facts.tsx'
import { tonsText } from '../../ui/Figures.tsx'
import { History } from '../../ui/record/History.tsx'
import { People, type Person } from '../../ui/record/People.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps } from '../../ui/record/Steps.tsx'
import { wayOf } from './journey.ts'
import { nextOf, waitText } from './next.ts'
import { useActor } from './useActor.ts'

/** Weights and people of a step: 33.000 吨 赵建军. */
function factOf(waybill: WaybillDetail, state: WaybillState, by: string | undefined): string | undefined {
  const weight = state === 'inTransit' ? waybill.loadWeightG : state === 'toSign' ? waybill.unloadWeightG : undefined
  const parts = [weight === undefined ? undefined : `${tonsText(weight)} 吨`, by].filter(part => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** Drawn in the panel beside the list too. */
export function WaybillWay({ waybill }: { waybill: WaybillDetail }) {
  const by = reachedBy(waybillStates, waybill.log)
  const next = nextOf(waybill)
  const actor = useActor(waybill)
  return (
    <Section title="运输进度">
      <Steps
        machine={waybillStates}
        way={wayOf(waybill.state)}
        done={waybillWayDone}
        {...(waybill.state === 'finished' ? {} : { labels: { finished: '完成' } })}
        state={waybill.state}
        reached={[
          ...waybill.times.map(({ state, at }) => ({ state, at, by: factOf(waybill, state, by.get(state)?.by) })),
          // states off the journey have no time of their own
          ...(['interrupted', 'disputed', 'cancelled', 'void'] as const).flatMap(state => {
            const line = by.get(state)
            return line ? [{ state, ...line }] : []
          }),
        ]}
        now={next && (next.side === actor ? '轮到您' : waitText(waybill, next))}
      />
    </Section>
  )
}

export function WaybillPeople({ waybill }: { waybill: WaybillDetail }) {
  const { driverName, driverMobile, loadPoints, unloadPoints } = waybill
  const at = (role: string, points: WaybillDetail['loadPoints']): Person[] =>
    points.map(({ contact, mobile }) => ({ role, name: contact, mobile }))
  return (
    <People
      people={[
        { role: '司机', name: driverName, mobile: driverMobile },
        ...at('装货联系人', loadPoints),
        ...at('卸货联系人', unloadPoints),
      ]}
    />
  )
}

export function WaybillRail({ waybill }: { waybill: WaybillDetail }) {
  return (
    <>
      <WaybillWay waybill={waybill} />
      <WaybillPeople waybill={waybill} />
      <History log={waybill.log} />
    </>
  )
}
