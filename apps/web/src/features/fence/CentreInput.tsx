// The centre of a circle as one text, longitude first, typed or pasted.
import { parseCentre, printCentre, type Centre } from '@yunshu/domain/fence'
import { Input } from 'antd'
import { useState } from 'react'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

/**
 * An input for a centre. The text stays as typed until the field is left; then a readable centre is shown in its one
 * form.
 */
export function CentreInput({ value, onChange, onBlur, ...rest }: FieldProps<Centre>) {
  const [typed, setTyped] = useState<string>()
  const held = isUnreadable(value) ? value.unreadable : value ? printCentre(value) : ''
  const change = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') return onChange?.(undefined)
    const read = parseCentre(text)
    onChange?.('fault' in read ? { unreadable: text, fault: read.fault } : read)
  }
  return (
    <Input
      {...rest}
      autoComplete="off"
      placeholder="经度,纬度"
      maxLength={60}
      value={typed ?? held}
      onChange={({ target }) => change(target.value)}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
