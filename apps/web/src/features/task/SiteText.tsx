// A place of a route by which a driver knows it: the yard alone on a card, with its city and district where there is room.
import { shortPlace, siteOf } from '../../ui/placeText.ts'

/** The whole stands in the tooltip. */
export function SiteText({ place }: { place: string }) {
  const site = siteOf(place)
  return (
    <span title={place}>
      <span className="ys-row-word">{shortPlace(place).slice(0, -site.length)}</span>
      {site}
    </span>
  )
}
