// The route of a waybill: its places of loading and unloading in order, with contacts and agreed times.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Section } from '../../ui/Facts.tsx'
import { Phone } from '../../ui/Phone.tsx'

type Point = WaybillDetail['loadPoints'][number]

const minute = (ms: number): string => formatDateTime(ms).slice(0, 16)

/** The agreed stretch of time of a place; undefined when none was agreed. */
function windowText({ windowStart, windowEnd }: Point): string | undefined {
  if (windowStart === undefined && windowEnd === undefined) return undefined
  return `${windowStart === undefined ? '' : minute(windowStart)} ～ ${windowEnd === undefined ? '' : minute(windowEnd)}`
}

function Stop({ point, kind, name }: { point: Point; kind: 'load' | 'unload'; name: string }) {
  const window = windowText(point)
  return (
    <li className={`wb-stop wb-stop-${kind}`}>
      <span className="wb-stop-mark" aria-hidden="true">
        {kind === 'load' ? '装' : '卸'}
      </span>
      <div>
        <strong>
          {name}　{point.name}
        </strong>
        <div>
          {point.regionName} {point.address}
        </div>
        <div className="ys-weak">
          {point.contact} <Phone value={point.mobile} />
          {window && `　约定时间 ${window}`}
        </div>
      </div>
    </li>
  )
}

/** All places in the order of the journey. */
export function RouteSection({ waybill: { loadPoints, unloadPoints } }: { waybill: WaybillDetail }) {
  const numbered = (word: string, count: number, index: number): string => (count > 1 ? `${word}${index + 1}` : word)
  return (
    <Section title="运输路线">
      <ol className="wb-route">
        {loadPoints.map((point, index) => (
          <Stop key={`load${index}`} point={point} kind="load" name={numbered('装货地', loadPoints.length, index)} />
        ))}
        {unloadPoints.map((point, index) => (
          <Stop
            key={`unload${index}`}
            point={point}
            kind="unload"
            name={numbered('卸货地', unloadPoints.length, index)}
          />
        ))}
      </ol>
    </Section>
  )
}
