// A yes or no as a switch that says both in words.
import { Switch } from 'antd'
import type { FieldProps } from './FigureInput.tsx'
import { isUnreadable } from './unreadable.ts'

interface Props extends FieldProps<boolean> {
  /** The words for yes and no: 显示, 不显示. */
  on: string
  off: string
}

/** A flag; a value that is absent reads as no. */
export function FlagInput({ id, value, onChange, on, off, disabled = false }: Props) {
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      disabled={disabled}
      checkedChildren={on}
      unCheckedChildren={off}
      checked={!isUnreadable(value) && value === true}
      onChange={next => onChange?.(next)}
    />
  )
}
