// Label and value pairs of a record, and the titled sections they stand in.
import type { ReactNode } from 'react'
import './ui.css'
import { nothing } from './Figures.tsx'

/** One pair; `wide` takes the whole line. A value of undefined leaves the pair out (no permit), '' reads --. */
export type Fact = readonly [label: string, value: ReactNode, wide?: 'wide']

/** Pairs in columns that follow the width of the page. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="ys-facts">
      {items.map(
        ([label, value, wide]) =>
          value !== undefined && (
            <div key={label} className={wide ? 'ys-fact ys-fact-wide' : 'ys-fact'}>
              <dt>{label}</dt>
              <dd>{value === '' ? nothing : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A titled block of a detail or form page. */
export function Section({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="ys-section" aria-label={title}>
      <header className="ys-section-head">
        <h2>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  )
}
