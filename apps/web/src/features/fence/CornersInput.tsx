// The corners of a polygon as text, one a line, typed or pasted: the way to draw one without a pointer.
import { parseCorners, polygonLimits, printCorners, type Centre } from '@yunshu/domain/fence'
import { Input } from 'antd'
import { useState } from 'react'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

/** An input for corners. The text stays as typed until the field is left. */
export function CornersInput({ value, onChange, onBlur, ...rest }: FieldProps<Centre[]>) {
  const [typed, setTyped] = useState<string>()
  const held = isUnreadable(value) ? value.unreadable : value ? printCorners(value) : ''
  const change = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') return onChange?.(undefined)
    const read = parseCorners(text)
    onChange?.('fault' in read ? { unreadable: text, fault: read.fault } : read)
  }
  return (
    <Input.TextArea
      {...rest}
      autoComplete="off"
      placeholder={'经度,纬度\n经度,纬度\n经度,纬度'}
      autoSize={{ minRows: 4, maxRows: 10 }}
      maxLength={polygonLimits.corners[1] * 30}
      value={typed ?? held}
      onChange={({ target }) => change(target.value)}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
