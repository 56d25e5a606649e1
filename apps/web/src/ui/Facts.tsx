// Label and value pairs of a record, and the titled sections they stand in.
import { useState, type ReactNode } from 'react'
import { Explained } from './Explained.tsx'
import { nothing } from './Figures.tsx'
import { useRecordPlace } from './record/recordPlace.ts'
import './ui.css'

/** One pair; `wide` takes the whole line. A value of undefined leaves the pair out (no permit), '' is empty. */
export type Fact = readonly [label: string, value: ReactNode, wide?: 'wide']

/** Pairs in columns that follow the width they stand in; in a record, empty ones are left out until they are asked for. */
export function Facts({ items }: { items: readonly Fact[] }) {
  const folds = useRecordPlace() !== undefined
  const [isWhole, setWhole] = useState(false)
  const shown = items.filter(([, value]) => value !== undefined && (!folds || isWhole || value !== ''))
  const empty = items.filter(([, value]) => value === '').length
  return (
    <>
      <dl className="ys-facts">
        {shown.map(([label, value, wide]) => (
          <div key={label} className={wide ? 'ys-fact ys-fact-wide' : 'ys-fact'}>
            <dt>
              <Explained label={label} />
            </dt>
            <dd>{value === '' ? nothing : value}</dd>
          </div>
        ))}
      </dl>
      {folds && empty > 0 && (
        <button type="button" className="ys-link ys-facts-all" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起空字段' : `显示全部字段（${empty} 项为空）`}
        </button>
      )}
    </>
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

/** A block with nothing in it: its name and why in one line, with what can be done. */
export function EmptySection({ title, text, extra }: { title: string; text: string; extra?: ReactNode }) {
  return (
    <section className="ys-section ys-section-empty" aria-label={title}>
      <h2>{title}</h2>
      <span className="ys-weak">{text}</span>
      {extra}
    </section>
  )
}

/** Facts nobody but a technician asks for, folded away. */
export function TechnicalFacts({ items }: { items: readonly Fact[] }) {
  if (items.every(([, value]) => value === undefined || value === '')) return null
  return (
    <details className="ys-technical">
      <summary>技术信息</summary>
      <Facts items={items.filter(([, value]) => value !== '')} />
    </details>
  )
}
