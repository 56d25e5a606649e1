// The corners of an area as text: typed or pasted one a line, kept in one line as the address has them.
import { areaCornersMost } from '@yunshu/contract/track/report'
import { Input } from 'antd'
import { useState } from 'react'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { readCorners } from './areaShape.ts'

/** An input for corners. The text stays as typed until the field is left. */
export function AreaCornersInput({ value, onChange, onBlur, ...rest }: FieldProps<string>) {
  const [typed, setTyped] = useState<string>()
  const held = isUnreadable(value) ? value.unreadable : (value ?? '')
  const change = (text: string): void => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : readCorners(text))
  }
  return (
    <Input.TextArea
      {...rest}
      autoComplete="off"
      placeholder="经度,纬度；经度,纬度；…（可在地图上画）"
      autoSize={{ minRows: 1, maxRows: 4 }}
      maxLength={areaCornersMost}
      value={typed ?? held}
      onChange={({ target }) => change(target.value)}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
      onPressEnter={event => {
        // Enter asks, as in every other field; corners are parted by pasting or by semicolons
        if (event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
