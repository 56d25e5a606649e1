// Two figures beside the heading: what was signed in the last thirty days, and what it is worth to the reader.
import { printCount } from '@yunshu/domain/figures/decimal'
import { getHomeDays, homeDays } from '@yunshu/contract/home'
import { sumFen } from '@yunshu/domain/figures/money'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'

/** Absent while loading and where the figures cannot be read: the chart below says why. */
export function TodayFigures() {
  const { data } = useCall(getHomeDays, {}, { quiet: true })
  if (!data) return null
  const signed = data.days.reduce((all, day) => all + day.signed, 0)
  const freights = (['shipperFreight', 'carrierFreight'] as const).flatMap(side => {
    const seen = data.days.map(day => day[side]).filter(value => value !== undefined)
    return seen.length === 0 ? [] : [{ side, sum: sumFen(seen) }]
  })
  const [own] = freights
  return (
    <dl className="home-figures">
      <div>
        <dt>近 {homeDays} 天签收</dt>
        <dd>{printCount(signed)} 单</dd>
      </div>
      {own && (
        <div>
          <dt>
            近 {homeDays} 天{own.side === 'shipperFreight' ? '托运费' : '承运费'}(元)
          </dt>
          <dd>
            <Money value={own.sum} />
          </dd>
        </div>
      )}
    </dl>
  )
}
