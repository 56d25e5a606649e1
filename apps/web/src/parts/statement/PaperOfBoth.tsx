// A paper both sides stamp (A4): its head, what it says, and room for both stamps.
import type { ReactNode } from 'react'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import './statement.css'

interface PaperOfBothProps {
  title: string
  /** The side it is for, and the number of the paper. */
  head: readonly [to: string, number: string]
  /** The words over each stamp: ours, theirs. */
  stamps: readonly [ours: string, theirs: string]
  children: ReactNode
}

export function PaperOfBoth({ title, head, stamps, children }: PaperOfBothProps) {
  return (
    <div className="sm-print">
      <h1>{title}</h1>
      <p className="sm-print-head">
        {head.map(text => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {children}
      <div className="sm-print-signs">
        {stamps.map(text => (
          <div key={text}>
            <span>{text}（盖章）</span>
            <span>经办　　　　年　月　日</span>
          </div>
        ))}
      </div>
      <PaperFoot />
    </div>
  )
}

/** A table on it, by its headings. */
export function PaperTable({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="ys-table">
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
