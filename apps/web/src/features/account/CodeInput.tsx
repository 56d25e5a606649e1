// The field of a code: figures of the app, or a recovery code.
import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

/** `isFirst`: the dialog opens with the cursor here. */
export function CodeInput({ value, onChange, isFirst = false, ...rest }: FieldProps<string> & { isFirst?: boolean }) {
  const box = useRef<InputRef>(null)
  useEffect(() => {
    if (isFirst) box.current?.focus()
  }, [isFirst])
  return (
    <Input
      {...rest}
      ref={box}
      className="account-code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      value={isUnreadable(value) ? value.unreadable : (value ?? '')}
      onChange={({ target }) => onChange?.(target.value === '' ? undefined : target.value)}
    />
  )
}
