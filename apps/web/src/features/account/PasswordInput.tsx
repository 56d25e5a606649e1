// A password field with an eye; the typed text is kept as it is, blanks and all.
import { passwordMax } from '@yunshu/domain/account/account'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

/**
 * `kind` tells password managers whether to fill in or to propose; `isFirst`: the dialog opens with the cursor here.
 */
export function PasswordInput({
  value,
  onChange,
  kind,
  isFirst = false,
  ...rest
}: FieldProps<string> & { kind: 'current-password' | 'new-password'; isFirst?: boolean }) {
  const box = useRef<InputRef>(null)
  useEffect(() => {
    if (isFirst) box.current?.focus()
  }, [isFirst])
  return (
    <Input.Password
      {...rest}
      ref={box}
      autoComplete={kind}
      maxLength={passwordMax}
      value={isUnreadable(value) ? value.unreadable : (value ?? '')}
      onChange={({ target }) => onChange?.(target.value === '' ? undefined : target.value)}
    />
  )
}
