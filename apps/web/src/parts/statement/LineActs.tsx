// The acts a line of a statement or letter takes from the person, each by its name.
import { lineActs, type LineAct } from '@yunshu/domain/statement'
import './statement.css'

interface LineActsProps {
  acts: readonly LineAct[]
  /** The line in words, before the act, for those who hear the page: 第 3 行. */
  of: string
  onAct: (act: LineAct) => void
}

export function LineActs({ acts, of, onAct }: LineActsProps) {
  if (acts.length === 0) return null
  return (
    <span className="sm-acts">
      {acts.map(act => (
        <button
          key={act}
          type="button"
          className="ys-link"
          aria-label={`${of}${lineActs[act].label}`}
          onClick={() => onAct(act)}
        >
          {lineActs[act].label}
        </button>
      ))}
    </span>
  )
}
