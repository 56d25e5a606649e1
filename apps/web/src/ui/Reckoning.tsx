// The way an amount came about, in one line: an opening, what moved it, and the closing.
import { absoluteFen, type Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { Money } from './Figures.tsx'
import './reckoning.css'

/** `draw` puts the figure into something people can press. */
type Named = readonly [label: string, value: Fen, draw?: ((figure: ReactNode) => ReactNode) | undefined]

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
      {moved.map(([label, value, draw]) => (
        <Part key={label} sign={value < 0 ? '−' : '+'} of={[label, absoluteFen(value), draw]} />
      ))}
      <Part sign="=" of={closing} />
    </dl>
  )
}

const plain = (figure: ReactNode): ReactNode => figure

const signWords = { '+': '加', '−': '减', '=': '等于' } as const

/** A part with the sign before it, so that no line ends in a sign. */
function Part({ of: [label, value, draw = plain], sign }: { of: Named; sign?: keyof typeof signWords }) {
  return (
    <div className={sign === '=' ? 'ys-reckoning-sum' : undefined}>
      <dt>{label}</dt>
      <dd>
        {sign && (
          <>
            <span className="visually-hidden">{signWords[sign]} </span>
            <span className="ys-reckoning-sign" aria-hidden="true">
              {sign}
            </span>
          </>
        )}
        {draw(<Money value={value} />)}
      </dd>
    </div>
  )
}
