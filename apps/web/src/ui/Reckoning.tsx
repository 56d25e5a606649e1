// The way an amount came about, in one line: an opening, what moved it, and the closing.
import { negateFen, type Fen } from '@yunshu/domain/figures/money'
import { Fragment } from 'react'
import { Money } from './Figures.tsx'
import './reckoning.css'

type Named = readonly [label: string, value: Fen]

interface ReckoningProps {
  opening: Named
  /** Added where above zero, else taken off; those of nothing are left out. */
  changes: readonly Named[]
  closing: Named
}

export function Reckoning({ opening, changes, closing }: ReckoningProps) {
  const moved = changes.filter(([, value]) => value !== 0)
  return (
    <dl className="ys-reckoning">
      <Part of={opening} />
      {moved.map(([label, value]) => (
        <Fragment key={label}>
          <Sign>{value < 0 ? '−' : '+'}</Sign>
          <Part of={[label, value < 0 ? negateFen(value) : value]} />
        </Fragment>
      ))}
      <Sign>=</Sign>
      <Part of={closing} isSum />
    </dl>
  )
}

function Part({ of: [label, value], isSum = false }: { of: Named; isSum?: boolean }) {
  return (
    <div className={isSum ? 'ys-reckoning-sum' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}

/** Between two parts; a list of terms holds groups alone. */
const Sign = ({ children }: { children: string }) => (
  <div className="ys-reckoning-sign">
    <dt className="visually-hidden">{children === '=' ? '等于' : children === '+' ? '加' : '减'}</dt>
    <dd aria-hidden="true">{children}</dd>
  </div>
)
