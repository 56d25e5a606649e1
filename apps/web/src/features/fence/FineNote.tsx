// A warning about small circles: vehicles drive through them between two reports.
import { fineFence } from '@yunshu/domain/fence'

/** Says how often a vehicle has to report for a circle this small; nothing for larger ones. */
export function FineNote({ radiusM }: { radiusM: number | undefined }) {
  if (radiusM === undefined || radiusM > fineFence.radiusM) return null
  return (
    <p className="fc-fine">
      半径 {radiusM} 米较小：车辆须至少每 {fineFence.reportEveryS} 秒上报一次位置，否则可能漏判进出。
    </p>
  )
}
