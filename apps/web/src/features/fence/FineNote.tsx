// A warning about small fences: vehicles drive through them between two reports.
import { areaText, fineFence } from '@yunshu/domain/fence'
import type { Ground } from '@yunshu/track/ground'
import { areaOf } from '@yunshu/track/polygon'

/** A polygon is small where a small circle is as large. */
const fineAreaM2 = Math.PI * fineFence.radiusM ** 2

/** Says how often a vehicle has to report for a fence this small; nothing for larger ones. */
export function FineNote({ ground }: { ground: Pick<Ground, 'radiusM' | 'corners'> | undefined }) {
  if (ground === undefined) return null
  const { radiusM, corners } = ground
  const areaM2 = corners && areaOf(corners)
  if (areaM2 === undefined ? radiusM > fineFence.radiusM : areaM2 > fineAreaM2) return null
  return (
    <p className="fc-fine">
      {areaM2 === undefined ? `半径 ${radiusM} 米` : `面积 ${areaText(areaM2)}`}较小：车辆须至少每{' '}
      {fineFence.reportEveryS} 秒上报一次位置，否则可能漏判进出。
    </p>
  )
}
