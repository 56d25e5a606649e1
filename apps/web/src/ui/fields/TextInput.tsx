// Plain text, plates, and many numbers pasted at once.
import { useState } from 'react'
import type { FieldProps } from './FigureInput.tsx'
import { LateInput, LateTextArea } from './LateInput.tsx'
import { isUnreadable } from './unreadable.ts'

interface TextInputProps extends FieldProps<string> {
  max?: number
  /** Lines of a text area; one line without. */
  rows?: number
  /** Without the button that clears it: in a grid it would stand in the way of the Tab key. */
  bare?: boolean
}

/** Text; empty text is no value. */
export function TextInput({ value, onChange, max, rows, bare = false, ...rest }: TextInputProps) {
  const common = {
    ...rest,
    allowClear: !bare,
    value: isUnreadable(value) ? value.unreadable : (value ?? ''),
    ...(max === undefined ? {} : { maxLength: max }),
  }
  const change = (text: string): void => onChange?.(text === '' ? undefined : text)
  if (rows !== undefined)
    return <LateTextArea {...common} rows={rows} showCount={max !== undefined} onChange={change} />
  return <LateInput {...common} autoComplete="off" onChange={change} />
}

/** Characters between the parts of a plate on paper and in messages. */
const plateNoise = /[\s·•・.．-]/g

/** Number plate in its one form: no dots or blanks, capitals. */
export const normalPlate = (text: string): string => text.normalize('NFKC').replace(plateNoise, '').toUpperCase()

/** Number plate; typed or pasted text is brought to its one form, but not while an input method composes. */
export function PlateInput({ value, onChange, ...rest }: FieldProps<string>) {
  const [composing, setComposing] = useState<string>()
  const held = isUnreadable(value) ? value.unreadable : (value ?? '')
  const take = (text: string): void => onChange?.(normalPlate(text) === '' ? undefined : normalPlate(text))
  return (
    <LateInput
      placeholder="如 川A12345"
      {...rest}
      autoComplete="off"
      maxLength={12}
      value={composing ?? held}
      onCompositionStart={() => setComposing(held)}
      onCompositionEnd={event => {
        setComposing(undefined)
        take(event.currentTarget.value)
      }}
      onChange={text => (composing === undefined ? take(text) : setComposing(text))}
    />
  )
}

/** Numbers in pasted text: parted by blanks, commas, semicolons or line ends; each once, in order. */
export const splitNumbers = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .split(/[\s,;、，；]+/)
      .filter(each => each !== ''),
  ),
]

/** Many numbers at once, as copied from a spreadsheet or a chat. */
export function NumbersInput({ value, onChange, ...rest }: FieldProps<string[]>) {
  const [typed, setTyped] = useState<string>()
  const held = isUnreadable(value) || !value ? [] : value
  const isTyped = typed !== undefined && splitNumbers(typed).join() === held.join()
  const change = (text: string): void => {
    setTyped(text)
    const numbers = splitNumbers(text)
    onChange?.(numbers.length === 0 ? undefined : numbers)
  }
  return (
    <LateTextArea
      placeholder="可粘贴多个单号"
      {...rest}
      autoSize={{ minRows: 1, maxRows: 4 }}
      allowClear
      value={isTyped ? typed : held.join(' ')}
      onChange={change}
      onPressEnter={event => {
        // Enter asks, as in every other field; numbers are parted by pasting or by blanks
        if (event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
