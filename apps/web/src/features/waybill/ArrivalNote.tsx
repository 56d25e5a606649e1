// An arrival a fence proves, on the page of its waybill: the facts of the stay.
import type { ProvenArrival, WaybillDetail } from '@yunshu/contract/waybill/details'
import { shortDateTime } from '@yunshu/domain/figures/time'
import { arrivalMoves } from '@yunshu/domain/track/arrival'
import { serverNow } from '../../lib/clock.ts'
import { Time } from '../../ui/Figures.tsx'

/** 停留 42 分钟, 停留 3 小时 5 分. */
function stayText({ dwellS, leftAt }: ProvenArrival): string {
  const minutes = Math.max(1, Math.round(dwellS / 60))
  const long = minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
  return leftAt === undefined ? `已停留 ${long}，仍在围栏内` : `停留 ${long}`
}

/** 到达装货地 11-25 10:42. */
export const arrivalText = ({ move, at }: ProvenArrival): string =>
  `${arrivalMoves[move].label} ${shortDateTime(at, serverNow())}`

export function ArrivalNote({ waybill }: { waybill: WaybillDetail }) {
  const { arrival, carrierName } = waybill
  if (arrival === undefined) return null
  return (
    <div className="wb-arrival" role="note">
      <strong>围栏已证明{arrivalMoves[arrival.move].label}</strong>
      <span>
        {waybill.plate} <Time value={arrival.enteredAt} /> 进入{arrival.place}围栏（
        {arrival.radiusM === undefined ? '多边形' : `半径 ${arrival.radiusM} 米`}），
        {stayText(arrival)}
      </span>
      <span className="ys-weak">
        {arrival.answers.length > 0
          ? `采用后按 ${shortDateTime(arrival.at, serverNow())} 登记到达，不会自动登记`
          : `等待${carrierName}采用`}
      </span>
    </div>
  )
}
