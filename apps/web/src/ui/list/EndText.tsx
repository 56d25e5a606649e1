// A place of a route: city, district and the place itself; on a card city and district alone, so that a route has one line.
import { shortPlace, siteOf } from '../placeText.ts'
import './list.css'

/** The whole stands in the tooltip. */
export function EndText({ place }: { place: string }) {
  const [city = '', ...site] = shortPlace(place).split(' ')
  return (
    <span title={place}>
      {city}
      {site.length > 0 && <span className="ys-row-word"> {site.join(' ')}</span>}
    </span>
  )
}

/** The same where the yard is what people ask for: on a card its name alone, if it has one. */
export function SiteText({ place }: { place: string }) {
  const site = siteOf(place)
  return (
    <span title={place}>
      <span className="ys-row-word">{shortPlace(place).slice(0, -site.length)}</span>
      {site}
    </span>
  )
}
