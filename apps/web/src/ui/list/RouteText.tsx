// From where to where in one cell: both ends are cut where room is scarce, so that neither city is hidden; the whole
// stands in the tooltip.
import { shortPlace } from '../placeText.ts'

interface RouteProps {
  loadPlace: string
  unloadPlace: string
}

/** The places of a row in short. */
export function RouteText({ loadPlace, unloadPlace }: RouteProps) {
  return (
    <span className="ys-route" title={`${loadPlace} → ${unloadPlace}`}>
      <span>{shortPlace(loadPlace)}</span> → <span>{shortPlace(unloadPlace)}</span>
    </span>
  )
}
