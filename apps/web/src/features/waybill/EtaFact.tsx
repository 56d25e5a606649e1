// The expected arrival of a waybill in words: when, whether late, and the figures it is made of.
import type { Eta } from '@yunshu/contract/track/eta'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { dueBases, etaGoals, etaPlaces } from '@yunshu/domain/track/due'
import { shortDateTime } from '@yunshu/domain/figures/time'
import { roadRatio } from '@yunshu/track/eta'
import { serverNow } from '../../lib/clock.ts'

export function EtaFact({ eta }: { eta: Eta }) {
  const now = serverNow()
  const speed = eta.isOwnSpeed ? `近两小时行驶车速的中位数 ${eta.kmh}` : `常规车速 ${eta.kmh}`
  return (
    <>
      <strong>{shortDateTime(eta.at, now)}</strong> 到{etaGoals[eta.goal]}
      {eta.isLate && <b className="ys-plus"> 预计晚到</b>}
      {eta.dueAt !== undefined && eta.dueBy !== undefined && (
        <>
          {' '}
          · 应到 {shortDateTime(eta.dueAt, now)}（{dueBases[eta.dueBy]}）
        </>
      )}
      <br />
      <span className="ys-weak">
        剩余约 {printKilometres(eta.leftM)} 公里（到{etaPlaces[eta.place]}的直线 × {roadRatio}）÷ {speed} 公里/小时；按{' '}
        {shortDateTime(eta.fixAt, now)} 的定位估算，不含休息和排队
      </span>
    </>
  )
}
