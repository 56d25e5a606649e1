// A field of a number that is kept masked: left alone it shows the mask and sends nothing, typed over it is judged like every other.
import { Input } from 'antd'
import type { FieldProps } from './FigureInput.tsx'
import { secretValue } from './secretValue.ts'
import { isUnreadable } from './unreadable.ts'

interface SecretInputProps extends FieldProps<string> {
  /** The number as it is kept, masked. */
  mask: string
  /** The fault of a whole number, in Chinese; absent where the schema of the field says all. */
  check?: (text: string) => string | undefined
  tidy?: (text: string) => string
  max: number
  /** The record may be without this number: an emptied field takes it away. */
  canEmpty?: boolean
}

/** No value: the number stays. An empty text: it is taken away. Anything that is no whole number keeps its fault. */
export function SecretInput({ value, onChange, mask, check, tidy, max, canEmpty = false, ...rest }: SecretInputProps) {
  const isKept = value === undefined || value === null
  const change = (text: string): void => onChange?.(secretValue(text, { mask, check, tidy, canEmpty }))
  return (
    <Input
      {...rest}
      autoComplete="off"
      maxLength={max}
      value={isKept ? mask : isUnreadable(value) ? value.unreadable : value}
      // one press on the mask, and what is typed replaces it
      onFocus={event => {
        if (isKept) event.target.select()
      }}
      onChange={event => change(event.target.value)}
      suffix={
        isKept ? (
          <span className="ys-weak">不改则不变</span>
        ) : (
          <button type="button" className="ys-link" onClick={() => onChange?.(undefined)}>
            不修改
          </button>
        )
      }
    />
  )
}
