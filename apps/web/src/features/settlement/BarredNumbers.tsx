// Numbers somebody searched for that lead to no row of waybills to be settled, with the reason of each.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { BarredNumber } from '@yunshu/contract/settlement/settleable'
import { barredReasons } from '@yunshu/domain/settlement/parts'
import { settlementUrl } from './settlementColumns.tsx'

/** One line for each number; the waybill and the sheet that has it are at hand. */
export function BarredNumbers({ barred }: { barred: readonly BarredNumber[] }) {
  if (barred.length === 0) return null
  return (
    <ul className="st-barred-numbers" aria-label="不在列表中的单号">
      {barred.map(({ number, waybillId, reason, settlementNum, isPaused }) => (
        <li key={number}>
          {waybillId === undefined ? (
            number
          ) : (
            <a className="ys-link" href={screenUrl('WaybillDetails', { id: waybillId })}>
              {number}
            </a>
          )}{' '}
          <span className="st-barred">{barredReasons[reason].label}</span>{' '}
          {settlementNum !== undefined && (
            <a className="ys-link" href={settlementUrl(settlementNum)}>
              {settlementNum}
            </a>
          )}
          {isPaused && <span className="st-barred"> 另有分期{barredReasons.paused.label}</span>}
        </li>
      ))}
    </ul>
  )
}
