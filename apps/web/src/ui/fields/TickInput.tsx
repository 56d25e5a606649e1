// The query field that keeps only some rows.
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { FieldProps } from './FigureInput.tsx'

/** Ticked or nothing: asking for the others has no use. */
export function TickInput({ id, value, onChange, children }: FieldProps<boolean> & { children: ReactNode }) {
  return (
    <Checkbox
      className="ys-tick"
      {...(id === undefined ? {} : { id })}
      checked={value === true}
      onChange={({ target }) => onChange?.(target.checked || undefined)}
    >
      {children}
    </Checkbox>
  )
}
