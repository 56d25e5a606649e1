// A place of a trail in words: its district, which leads to the trail at that moment; the figures stand beside it when pointed at.
import { Link } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { nothing } from '../../ui/Figures.tsx'

interface Props {
  readonly district: string | undefined
  readonly place: string | undefined
  /** Address of the trail at that moment. */
  readonly to: string
}

export function PlaceWords({ district, place, to }: Props) {
  const canReplay = useCan('track.replay')
  const words = district ?? place
  if (words === undefined) return nothing
  if (!canReplay) return <span title={place}>{words}</span>
  return (
    <Link className="ys-link" to={to} title={`看当时的轨迹 ${place ?? ''}`}>
      {words}
    </Link>
  )
}
