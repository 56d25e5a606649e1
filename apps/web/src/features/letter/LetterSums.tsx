// The net amounts of a letter, in the direction they lie.
import type { LetterDetail } from '@yunshu/contract/letter/letter'
import type { LetterFigure } from '@yunshu/domain/amount/explained'
import { negateFen, type Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { Asked } from '../../parts/explain/AskedMoney.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Reckoning } from '../../ui/Reckoning.tsx'

/** The direction of a net amount, in words both sides understand. */
export const directionOfLetter = ({ closing }: Pick<LetterDetail, 'closing'>): string =>
  closing === 0 ? '双方两清' : closing > 0 ? '往来单位应付平台' : '平台应付往来单位'

/** The way from opening to closing in one line, in the direction it lies. */
export function LetterSums({ it }: { it: LetterDetail }) {
  // an even sum is read in the direction it came from
  const isTurned = it.closing < 0 || (it.closing === 0 && it.opening < 0)
  const turned = (value: Fen): Fen => (isTurned ? negateFen(value) : value)
  const asks = (figure: LetterFigure) => (shown: ReactNode) => (
    <Asked asked={{ amountOf: 'letter', id: it.id, figure }}>{shown}</Asked>
  )
  return (
    <Section title="汇总">
      <Reckoning
        opening={[
          it.closing === 0 && it.opening !== 0
            ? `期初净额（${directionOfLetter({ closing: it.opening })}）`
            : '期初净额',
          turned(it.opening),
          asks('opening'),
        ]}
        changes={[
          ['本期增加', isTurned ? it.credit : it.debit, asks(isTurned ? 'credit' : 'debit')],
          ['本期减少', negateFen(isTurned ? it.debit : it.credit), asks(isTurned ? 'debit' : 'credit')],
        ]}
        closing={[
          it.closing === 0 ? (it.disputed > 0 ? '期末净额（账面）' : '期末净额') : directionOfLetter(it),
          turned(it.closing),
          asks('closing'),
        ]}
      />
      <Facts items={[['期末净额大写', it.closingInWords, 'wide']]} />
    </Section>
  )
}
