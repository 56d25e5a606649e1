// The query field that keeps overdue sheets only.
import { Checkbox } from 'antd'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'

/** Ticked or nothing: asking for sheets that are not overdue has no use. */
export function OnlyOverdue({ id, value, onChange }: FieldProps<boolean>) {
  return <Checkbox className="st-check" {...(id === undefined ? {} : { id })} checked={!isUnreadable(value) && value === true} onChange={(event) => onChange?.(event.target.checked || undefined)}>仅看逾期未付</Checkbox>
}
