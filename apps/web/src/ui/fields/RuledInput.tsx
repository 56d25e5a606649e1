// A text input whose number is tidied and judged while it is typed.
import type { FieldProps } from './FigureInput.tsx'
import { TextInput } from './TextInput.tsx'
import { isUnreadable } from './unreadable.ts'

interface RuledInputProps extends FieldProps<string> {
  /** The fault of a text, in Chinese; undefined when it is right. */
  check: (text: string) => string | undefined
  tidy: (text: string) => string
  max: number
}

/** Holds the tidied text; a wrong one keeps its fault, which the form shows when the field is left. */
export function RuledInput({ onChange, check, tidy, ...rest }: RuledInputProps) {
  const change = (next: FieldProps<string>['value']): void => {
    if (next === undefined || isUnreadable(next)) return onChange?.(undefined)
    const text = tidy(next)
    const fault = text === '' ? undefined : check(text)
    onChange?.(text === '' ? undefined : fault === undefined ? text : { unreadable: text, fault })
  }
  return <TextInput {...rest} onChange={change} />
}
