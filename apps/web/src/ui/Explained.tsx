// A label with the meaning of its word of the trade behind a question mark.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { termOfLabel } from '@yunshu/domain/term/termLabels'
import { terms } from '@yunshu/domain/term/terms'
import { Popover } from 'antd'
import './explained.css'

interface ExplainedProps {
  label: string
  word?: string
  isAsked?: boolean
}

const focused = (button: HTMLButtonElement | null): void => button?.focus()

/**
 * The label, and a question mark where it is about a word of the trade; other labels stand as they are. `word` is the
 * word, where the label says more than it; `isAsked` shows the meaning at once, with the focus on its mark.
 */
export function Explained({ label, word: said = label, isAsked = false }: ExplainedProps) {
  const key = termOfLabel(said)
  if (key === undefined) return label
  const { word, means, example } = terms[key]
  return (
    <span className="ys-explained">
      {label}
      <Popover
        trigger={['hover', 'click']}
        defaultOpen={isAsked}
        title={word}
        content={
          <div className="ys-meaning">
            <p>{means}</p>
            {example !== undefined && <p className="ys-weak">例：{example}</p>}
            <a href={`${screenUrl('Help')}?on=words`}>手册里的行话解释</a>
          </div>
        }
      >
        <button ref={isAsked ? focused : undefined} type="button" aria-label="是什么" />
      </Popover>
    </span>
  )
}
