// The strip at the head of a waybill: state, turn and deadline, from where to where, the money that matters to the
// reader, and the next step.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Permit } from '@yunshu/domain/permits/permits'
import { freightMark, freightMarks } from '@yunshu/domain/waybill/freightMark'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero, type HeroProps } from '../../ui/record/Hero.tsx'
import { wayParts, type LinePart } from '../../ui/record/heroLine.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { isAllowed } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { offeredActs, whyNotAct } from './addressActs.ts'
import { barredActs } from './barredActs.ts'
import { useClaimActs } from './ClaimAnswer.tsx'
import { nextOf, waitText } from './next.ts'
import { useActor } from './useActor.ts'
import { useArrivalActs } from './useArrivalActs.tsx'
import { useReceiptActs } from './useReceiptActs.tsx'
import { useUrge } from './useUrge.ts'
import { useWaybillMore } from './useWaybillMore.tsx'
import { useWaybillMoves } from './useWaybillMoves.tsx'
import { WaybillStanding } from './WaybillStanding.tsx'

interface Props {
  waybill: WaybillDetail
  onReload: () => void
  /** Acts of the page itself: printing. */
  more?: readonly RowAction[]
}

/** 榆林·横山区 恒泰横山煤台 → 南阳·宛城区 宛城储煤中心 · 动力煤 · 冀A10296D 金连生. */
const lineOf = ({ loadPlace, unloadPlace, itemNames, plate, driverName }: WaybillDetail): readonly LinePart[] => [
  ...wayParts(loadPlace, unloadPlace),
  ` · ${itemNames} · ${plate} ${driverName}`,
]

/** The reader's own money: a carrier's is what it gets, everybody else's what is shipped for. */
function figureOf(waybill: WaybillDetail, actor: 'house' | 'shipper' | 'carrier'): HeroProps['figure'] {
  const { shipperFreight, carrierFreight, deducted } = waybill
  const isCarrier = actor === 'carrier' || shipperFreight === undefined
  const value = isCarrier ? carrierFreight : shipperFreight
  if (value === undefined) return undefined
  return {
    value: (
      <AskedMoney asked={{ amountOf: isCarrier ? 'carrierFreight' : 'shipperFreight', id: waybill.id }} value={value} />
    ),
    label: `${freightMark(waybill) === 'estimated' ? freightMarks.estimated : ''}${isCarrier ? '承运' : '托运'}运费(元)`,
    note:
      deducted === undefined ? undefined : deducted === 0 ? (
        '无扣款'
      ) : (
        <>
          扣款 <Money value={deducted} />
        </>
      ),
  }
}

/** Also in the panel beside the list. */
export function WaybillHero({ waybill, onReload, more = [] }: Props) {
  const actor = useActor(waybill)
  const held = useSession(({ jurisdiction }) => jurisdiction)
  const may = (permit: Permit): boolean => isAllowed(held, permit)
  const next = nextOf(waybill)
  const link = useAddressAct(waybill.id, offeredActs(waybill), act => whyNotAct(waybill, actor, may, act))
  const moves = useWaybillMoves({ waybill, onReload, link })
  const arrival = useArrivalActs({ waybill, onReload, link })
  const claims = useClaimActs({ waybill, onReload, link })
  const receipt = useReceiptActs({ waybill, onReload, link })
  const urging = useUrge(waybill)
  const others = useWaybillMore({ waybill, onReload, link })
  // a proven arrival is the next step of the journey, which comes before its claims, and both before its paper
  const [primary] = [...arrival.next, ...moves.acts.filter(({ danger }) => !danger), ...claims.next, ...receipt.next]
  const rest = [
    ...arrival.next,
    ...moves.acts,
    ...arrival.rest,
    ...claims.next,
    ...receipt.next,
    ...receipt.rest,
    ...others.acts,
    ...urging,
    ...claims.rest,
    ...more,
  ]
  const barred = barredActs(waybill, actor, may)
  return (
    <Hero
      word="运单"
      name={waybill.waybillNo}
      tag={<WaybillStanding waybill={waybill} />}
      isTurn={next?.side === actor && primary !== undefined}
      waits={next && waitText(waybill, next)}
      since={waybill.stateSince ?? waybill.times.findLast(({ state }) => state === waybill.state)?.at}
      until={next?.until === undefined ? undefined : { act: next.act, at: next.until }}
      line={lineOf(waybill)}
      figure={figureOf(waybill, actor)}
      acts={
        <>
          <PageActions
            primary={primary}
            actions={[
              ...rest.filter(act => act !== primary),
              ...barred.filter(({ label }) => !rest.some(act => act.label === label)),
            ]}
          />
          {moves.dialogs}
          {arrival.dialogs}
          {claims.dialogs}
          {receipt.dialogs}
          {others.dialogs}
        </>
      }
    />
  )
}
