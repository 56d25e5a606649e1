// Suggestions in the form: each field says where its value came from until it is touched, or all are accepted.
import { sameValue } from '@yunshu/domain/figures/sameValue'
import { Button, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { FieldMarks } from '../../ui/form/fieldMarks.ts'
import type { Suggestion } from './chatFill.ts'
import { useDraftValues } from './EstimateLine.tsx'

interface SuggestedProps {
  form: FormInstance
  suggestions: readonly Suggestion[]
  onAccept: () => void
  children: ReactNode
}

export function Suggested({ form, suggestions, onAccept, children }: SuggestedProps) {
  useDraftValues(form)
  // names of regions have no field of their own
  const open = suggestions.filter(
    ({ path, value }) => path.at(-1) !== 'regionName' && sameValue(form.getFieldValue([...path]), value),
  )
  return (
    <FieldMarks value={new Map(open.map(({ path, mark }) => [path.join('.'), mark]))}>
      {open.length > 0 && (
        <output className="gd-next">
          <span>有 {open.length} 处已标明来历，请逐项核对</span>
          <Button size="small" onClick={onAccept}>
            全部采用
          </Button>
        </output>
      )}
      {children}
    </FieldMarks>
  )
}
