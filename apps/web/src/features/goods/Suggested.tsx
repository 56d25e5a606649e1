// Fields whose values came from a chat message or a template: words at each, one line that sums them up, and a list of
// them behind it.
import { Button, type FormInstance } from 'antd'
import { useCallback, useState, type ReactNode } from 'react'
import { FieldMarks } from '../../ui/form/fieldMarks.ts'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { markedItems, marksText, openMarks, type MarkedItem, type Marks, type Suggestion } from './suggestion.ts'

interface SuggestedProps {
  form: FormInstance
  marks: Marks
  onAccept: () => void
  /** Leads to a field. */
  onShow: (path: string) => void
  children: ReactNode
}

export function Suggested({ form, marks, onAccept, onShow, children }: SuggestedProps) {
  const held = useCallback(() => openMarks(marks, path => form.getFieldValue([...path]) as unknown), [form, marks])
  const open = useFormPick(form, held)
  const items = markedItems(open, marks.all)
  return (
    <FieldMarks value={useSameMarks(open)}>
      {items.length > 0 && (
        <MarksLine text={marksText(marks, items)} items={items} onAccept={onAccept} onShow={onShow} />
      )}
      {children}
    </FieldMarks>
  )
}

/** The marks by field; the same map as before while the same are open, or each character would draw every field. */
function useSameMarks(open: readonly Suggestion[]): ReadonlyMap<string, Suggestion> {
  const [marks, setMarks] = useState<ReadonlyMap<string, Suggestion>>(new Map())
  const isSame = open.length === marks.size && open.every(one => marks.get(one.path.join('.')) === one)
  if (isSame) return marks
  const next = new Map(open.map(one => [one.path.join('.'), one]))
  setMarks(next)
  return next
}

interface MarksLineProps extends Pick<SuggestedProps, 'onAccept' | 'onShow'> {
  text: string
  items: readonly MarkedItem[]
}

function MarksLine({ text, items, onAccept, onShow }: MarksLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="gd-next">
      <output>{text}</output>
      <span className="gd-next-acts">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          明细
        </Button>
        <Button size="small" onClick={onAccept}>
          全部采用
        </Button>
      </span>
      {isOpen && (
        <ul className="gd-marks">
          {items.map(({ item, said, isDoubt, path }) => (
            <li key={item}>
              <button type="button" className="ys-link" onClick={() => onShow(path.join('.'))}>
                {item}
              </button>
              <span>{said}</span>
              {isDoubt && <span className="gd-missing">请核对</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
