// A place of a trail in words: its district, which leads to the trail at that moment; the figures stand beside it when pointed at.
import { Link } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { nothing } from '../../ui/Figures.tsx'
import { shortPlace } from '../../ui/placeText.ts'

interface Props {
  readonly district: string | undefined
  readonly place: string | undefined
  /** Address of the trail at that moment. */
  readonly to: string
}

export function PlaceWords({ district, place, to }: Props) {
  const canReplay = useCan('track.replay')
  if (district === undefined && place === undefined) return nothing
  const words = district === undefined ? place : shortPlace(district)
  const whole = [district, place].filter(part => part !== undefined).join(' ')
  if (!canReplay) return <span title={whole}>{words}</span>
  return (
    <Link className="ys-link" to={to} title={`看当时的轨迹 ${whole}`}>
      {words}
    </Link>
  )
}
