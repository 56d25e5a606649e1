// Text inputs that show what is typed at once and tell of it behind the paint, so that a character draws only its field.
import { Input, type InputProps } from 'antd'
import { useState, type ChangeEvent, type ComponentProps, type FocusEvent } from 'react'
import { useBehind } from '../../lib/behind.ts'

interface Told<E extends HTMLElement> {
  value: string
  onChange: (text: string) => void
  onBlur?: ((event: FocusEvent<E>) => void) | undefined
}

/** The typed text stands in the field until it was told; all of it is, before anybody hears that the field was left. */
function useLate<E extends HTMLInputElement | HTMLTextAreaElement>({ value, onChange, onBlur }: Told<E>) {
  const [typed, setTyped] = useState<string>()
  const telling = useBehind(() => {
    if (typed === undefined) return
    setTyped(undefined)
    onChange(typed)
  })
  return {
    value: typed ?? value,
    onChange: (event: ChangeEvent<E>): void => {
      setTyped(event.target.value)
      telling.later()
    },
    onBlur: (event: FocusEvent<E>): void => {
      telling.now()
      onBlur?.(event)
    },
  }
}

export function LateInput({
  value,
  onChange,
  onBlur,
  ...rest
}: Omit<InputProps, keyof Told<HTMLInputElement>> & Told<HTMLInputElement>) {
  return <Input {...rest} {...useLate({ value, onChange, onBlur })} />
}

type TextAreaProps = ComponentProps<typeof Input.TextArea>

/** The same with several lines. */
export function LateTextArea({
  value,
  onChange,
  onBlur,
  ...rest
}: Omit<TextAreaProps, keyof Told<HTMLTextAreaElement>> & Told<HTMLTextAreaElement>) {
  return <Input.TextArea {...rest} {...useLate({ value, onChange, onBlur })} />
}
