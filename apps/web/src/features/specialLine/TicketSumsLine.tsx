// The sums of the tickets of a special line, in one line.
import type { TicketSums } from '@yunshu/domain/specialLine'
import { printMoney, subtractFen } from '@yunshu/domain/figures/money'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { printVolume, volume } from '@yunshu/domain/figures/volume'
import { grams, printKg } from '@yunshu/domain/figures/weight'
import { bareFigures } from '../../ui/quantityText.ts'

/** With commas, without zeros at its end. */
const figure = (text: string): string => groupThousands(bareFigures(text))

export function TicketSumsLine({ sums }: { sums: TicketSums }) {
  return (
    <span className="sl-sums" aria-live="polite" aria-label="票据合计">
      <span>
        共 <strong>{sums.tickets}</strong> 票 <strong>{sums.pieces}</strong> 件
      </span>
      <span>
        <strong>{figure(printKg(grams(sums.weightG)))}</strong> 公斤{'\u3000'}
        <strong>{figure(printVolume(volume(sums.volume)))}</strong> 方
      </span>
      <span>
        费用 <strong>{printMoney(sums.fees)}</strong> 元
      </span>
      <span>
        代收 <strong>{printMoney(sums.cod)}</strong> 元
      </span>
      <span>
        到站应收 <strong>{printMoney(sums.atArrival)}</strong> 元{' '}
        {sums.cod > 0 && (
          <span className="ys-weak">
            = 到付费用 {printMoney(subtractFen(sums.atArrival, sums.cod))} + 代收 {printMoney(sums.cod)}
          </span>
        )}
      </span>
    </span>
  )
}

/** On a phone the tickets and what is due at arrival; the other sums behind a press. */
export function FoldedSums({ sums }: { sums: TicketSums }) {
  return (
    <details className="sl-folded">
      <summary>
        <strong>{sums.tickets}</strong> 票 · 到站应收 <strong>{printMoney(sums.atArrival)}</strong>
      </summary>
      <TicketSumsLine sums={sums} />
    </details>
  )
}
