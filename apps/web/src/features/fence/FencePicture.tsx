// A schematic picture of a fence with its scale, small enough for a card; the map is where it is drawn.
import { radiusText, scaleOf } from '@yunshu/domain/fence'
import type { Place } from '@yunshu/track/datum'
import { metresFrom } from '@yunshu/track/geometry'
import type { Ground } from '@yunshu/track/ground'

const circlePx = 66
const size = { width: 200, height: 176 } as const
const middle = { x: 100, y: 80 } as const

/** Every fence is drawn equally large; the bar says what that is on the ground. */
export function FencePicture({ ground, isOn }: { ground: Ground; isOn: boolean }) {
  const { radiusM, corners } = ground
  const scaleM = scaleOf(radiusM)
  const step = (scaleM / radiusM) * circlePx
  const lines = (length: number, from: number): number[] =>
    Array.from({ length: Math.ceil(length / step) + 2 }, (_, n) => (from % step) + (n - 1) * step).filter(
      at => at >= 0 && at <= length,
    )
  const right = size.width - 12
  return (
    <svg
      className={isOn ? 'fc-picture' : 'fc-picture fc-off'}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
    >
      <title>{`围栏示意图，${corners ? `${corners.length} 个顶点` : `半径${radiusText(radiusM)}`}`}</title>
      <rect width={size.width} height={size.height} rx="8" className="fc-ground" />
      <g className="fc-lines">
        {lines(size.width, middle.x).map(x => (
          <path key={`x${x}`} d={`M${x} 0V${size.height}`} />
        ))}
        {lines(size.height, middle.y).map(y => (
          <path key={`y${y}`} d={`M0 ${y}H${size.width}`} />
        ))}
      </g>
      {corners ? (
        <polygon className="fc-round" points={pointsOf(ground, corners)} />
      ) : (
        <>
          <circle cx={middle.x} cy={middle.y} r={circlePx} className="fc-round" />
          <path d={`M${middle.x} ${middle.y}h${circlePx}`} className="fc-radius" />
          <text x={middle.x + circlePx / 2} y={middle.y - 6} textAnchor="middle" className="fc-text">
            {radiusText(radiusM)}
          </text>
          <circle cx={middle.x} cy={middle.y} r="4" className="fc-centre" />
        </>
      )}
      <path d={`M${right - step} 158v5h${step}v-5`} className="fc-scale" />
      <text x={right - step - 5} y="165" textAnchor="end" className="fc-text">
        {scaleM >= 1000 ? `${scaleM / 1000} 公里` : `${scaleM} 米`}
      </text>
      <text x="8" y="16" className="fc-text fc-label">
        示意图
      </text>
    </svg>
  )
}

/** Corners within the circle of the picture. */
const pointsOf = (ground: Ground, corners: readonly Place[]): string =>
  corners
    .map(corner => metresFrom(ground, corner).map(metres => (metres / ground.radiusM) * circlePx))
    .map(([east = 0, north = 0]) => `${(middle.x + east).toFixed(1)},${(middle.y - north).toFixed(1)}`)
    .join(' ')
