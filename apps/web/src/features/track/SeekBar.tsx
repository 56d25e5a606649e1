// The bar of a playback: the curve of speed, stops and gaps, visits, abnormal positions and alarms as marks, and a slider that keys move too.
import { formatDateTime } from '@yunshu/domain/figures/time'
import { useMemo } from 'react'
import type { Playback } from './playback.ts'
import { seekStepMs } from './usePlayer.ts'

interface Props {
  readonly playback: Playback
  readonly fromAt: number
  readonly toAt: number
  readonly at: number
  readonly onSeek: (at: number) => void
}

const wide = 1000
const high = 36
/** Below the curve: stops and gaps, then what is told of the trail. */
const rows = { stop: high, told: high + 9 } as const
/** Speed at the top of the curve, 0.1 km/h. */
const topSpeed = 1200

export function SeekBar({ playback, fromAt, toAt, at, onSeek }: Props) {
  const marks = useMemo(() => {
    const x = (moment: number): number => ((moment - fromAt) / Math.max(1, toAt - fromAt)) * wide
    const step = Math.max(1, Math.floor(playback.points.length / wide))
    const curve = playback.points
      .filter((_, i) => i % step === 0)
      .map(({ at: moment, speed }, i) => {
        const y = high - (Math.min(topSpeed, speed) / topSpeed) * (high - 2)
        return `${i === 0 ? 'M' : 'L'}${x(moment).toFixed(1)} ${y.toFixed(1)}`
      })
      .join('')
    const block = ({ fromAt: from, toAt: to }: { fromAt: number; toAt: number }) => ({
      x: x(from),
      width: x(to) - x(from),
    })
    return {
      curve,
      stops: playback.stops.map(block),
      gaps: playback.dashes.map(block),
      told: playback.told.map(one => ({ ...block(one), kind: one.kind })),
    }
  }, [playback, fromAt, toAt])
  return (
    <div className="pb-bar">
      <svg viewBox={`0 0 ${wide} ${high + 16}`} preserveAspectRatio="none" aria-hidden>
        <path d={marks.curve} className="pb-curve" />
        {marks.stops.map(({ x, width }) => (
          <rect key={`s${x}`} x={x} y={rows.stop} width={Math.max(2, width)} height="8" className="pb-stop" />
        ))}
        {marks.gaps.map(({ x, width }) => (
          <rect key={`g${x}`} x={x} y={rows.stop} width={Math.max(2, width)} height="8" className="pb-gap" />
        ))}
        {marks.told.map(({ x, width, kind }, i) => (
          <rect key={`t${i}`} x={x} y={rows.told} width={Math.max(3, width)} height="7" className={`pb-${kind}`} />
        ))}
      </svg>
      <input
        type="range"
        aria-label="播放时刻"
        aria-valuetext={formatDateTime(at)}
        min={fromAt}
        max={toAt}
        step={seekStepMs}
        value={at}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
    </div>
  )
}
