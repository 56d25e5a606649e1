// A searchable list of vehicles or drivers of which one is chosen; those with faults are shown with the reason and cannot be.
import { Input } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../../ui/States.tsx'

export interface Choice {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly openWaybills: number
  /** Why it cannot be chosen; empty means it can. */
  readonly faults: readonly string[]
}

interface CandidateListProps {
  title: string
  placeholder: string
  /** In the order to show them. */
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** What is said when the carrier has none at all. */
  none: string
}

const matches = ({ name, note }: Choice, text: string): boolean => {
  const wanted = text.normalize('NFKC').replace(/[\s·]/g, '').toUpperCase()
  return wanted === '' || (name + note).toUpperCase().replace(/[\s·]/g, '').includes(wanted)
}

export function CandidateList({ title, placeholder, choices, chosen, onChoose, none }: CandidateListProps) {
  const [text, setText] = useState('')
  const shown = choices.filter((choice) => matches(choice, text))
  const able = choices.filter(({ faults }) => faults.length === 0).length
  return (
    <div>
      <div className="tk-sums"><strong>{title}</strong><span className="ys-weak">可派 {able} / 共 {choices.length}</span></div>
      <Input.Search allowClear value={text} placeholder={placeholder} aria-label={`搜索${title}`} onChange={(event) => setText(event.target.value)} />
      {shown.length === 0 ? <EmptyState text={choices.length === 0 ? none : '没有找到'} /> : (
        <ul className="tk-list" aria-label={title}>
          {shown.map((choice) => (
            <li key={choice.id}>
              <button type="button" className="tk-pick" aria-pressed={choice.id === chosen} disabled={choice.faults.length > 0} onClick={() => onChoose(choice.id === chosen ? undefined : choice.id)}>
                <strong>{choice.name}</strong>
                <span className="ys-weak">在途 {choice.openWaybills}</span>
                <span className="ys-weak">{choice.note}</span>
                {choice.faults.length > 0 && <span className="tk-faults ys-fault">{choice.faults.join('；')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
