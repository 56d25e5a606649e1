// Places of loading and unloading of goods in order, with contacts and agreed times.
import type { GoodsDetail, Point } from '@yunshu/contract/goods/goods'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { windowText } from '@yunshu/domain/goods/words'
import { Phone } from '../../ui/Phone.tsx'

interface StopProps {
  point: Point
  kind: 'load' | 'unload'
  index: number
  count: number
  hasContact: boolean
}

function Stop({ point, kind, index, count, hasContact }: StopProps) {
  const window = windowText(point)
  const word = kind === 'load' ? '装货地' : '卸货地'
  return (
    <li className={`gd-stop gd-stop-${kind}`}>
      <span className="gd-stop-mark" aria-hidden="true">
        {kind === 'load' ? '装' : '卸'}
      </span>
      <div>
        <strong>
          {word}
          {count > 1 && index + 1}　{point.name}
        </strong>
        <div>
          {point.regionName} {point.address}
        </div>
        {hasContact && (
          <div className="ys-weak">
            {point.contact} <Phone value={point.mobile} />
          </div>
        )}
        {window !== undefined && <div className="ys-weak">时间 {window}</div>}
      </div>
    </li>
  )
}

/** Without contacts where they stand beside it. */
export function RouteView({
  goods: { loadPoints, unloadPoints, distanceKm },
  hasContacts = true,
}: {
  goods: GoodsDetail
  hasContacts?: boolean
}) {
  return (
    <>
      <ol className="gd-route">
        {loadPoints.map((point, index) => (
          <Stop
            key={`load${index}`}
            point={point}
            kind="load"
            index={index}
            count={loadPoints.length}
            hasContact={hasContacts}
          />
        ))}
        {unloadPoints.map((point, index) => (
          <Stop
            key={`unload${index}`}
            point={point}
            kind="unload"
            index={index}
            count={unloadPoints.length}
            hasContact={hasContacts}
          />
        ))}
      </ol>
      {distanceKm !== undefined && <p className="ys-weak">里程约 {groupThousands(String(distanceKm))} 公里</p>}
    </>
  )
}
