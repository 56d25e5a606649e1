// A slip on paper (A4), as freight people keep them in binders: what it says line by line, its lines, and who signs.
import type { ReactNode } from 'react'
import { PaperFoot } from './PaperFoot.tsx'
import './paperSlip.css'

interface PaperSlipProps {
  title: string
  no: string
  /** Its lines: a word and a value; those without a value are left out. */
  rows: readonly (readonly [string, string | undefined])[]
  /** Places to sign, from left to right; names of those who worked on the record are printed, signatures are by hand. */
  signs: readonly string[]
  /** A table of lines below. */
  children?: ReactNode
}

export function PaperSlip({ title, no, rows, signs, children }: PaperSlipProps) {
  return (
    <div className="ys-slip">
      <h1>{title}</h1>
      <p>编号 {no}</p>
      <table className="ys-table">
        <tbody>
          {rows.map(([label, value]) =>
            value === undefined || value === '' ? null : (
              <tr key={label}>
                <th>{label}</th>
                <td>{value}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {children}
      <p className="ys-slip-signs">
        {signs.map(text => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <PaperFoot />
    </div>
  )
}

interface SlipTableProps {
  /** Headings; those in `figures` stand at the right. */
  heads: readonly string[]
  figures: ReadonlySet<string>
  rows: readonly (readonly string[])[]
}

/** The lines of a slip. */
export function SlipTable({ heads, figures, rows }: SlipTableProps) {
  const classOf = (at: number): string | undefined => (figures.has(heads[at] ?? '') ? 'ys-slip-figure' : undefined)
  return (
    <table className="ys-table">
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} className={classOf(at)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr key={cells.join('\n')}>
            {cells.map((cell, at) => (
              <td key={heads[at]} className={classOf(at)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
