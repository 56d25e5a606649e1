// The search of a list: always there, for what people ask all day: numbers pasted by the hundred, a plate, a name.
import { SearchOutlined } from '@ant-design/icons'
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { useState, type ClipboardEvent, type CSSProperties } from 'react'
import { toast } from '../../lib/toast.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { splitNumbers } from '../fields/TextInput.tsx'
import type { QueryField } from './QueryForm.tsx'

/** The parts of a filter that one text says. */
export interface ListSearch<C extends Call> {
  /** The name of the field. */
  readonly label: string
  /** The things that can be looked for, in words. */
  readonly hint?: string
  /** The fields it sets: those a search takes the place of. */
  readonly names: readonly (keyof UrlFilter<C> & string)[]
  /** The conditions a text means. */
  readonly read: (text: string) => Readonly<Record<string, unknown>>
}

/** Numbers of records and banks have more digits than plates. */
const digitsLeast = 6
/** Whether a text is many numbers, as copied from a spreadsheet. */
const isManyNumbers = (parts: readonly string[]): boolean =>
  parts.length > 1 && parts.every(part => part.replaceAll(/\D/g, '').length >= digitsLeast)

/** The search of a list that has a field for it: `text`, many numbers, or one text that may be either. */
export function searchOf<C extends Call>(fields: readonly QueryField<C>[]): ListSearch<C> | undefined {
  const named = fields.flatMap(each => ('name' in each ? [each] : []))
  const text = named.find(({ name }) => name === 'text')
  const numbers = named.find(({ name }) => name === 'numbers')
  const field = text ?? numbers
  if (field === undefined) return undefined
  const { props } = field.input
  const hint = 'placeholder' in props && typeof props.placeholder === 'string' ? props.placeholder : undefined
  return {
    label: field.label ?? fieldLabel(field.name),
    ...(hint === undefined ? {} : { hint }),
    names: [text, numbers].flatMap(each => (each === undefined ? [] : [each.name])),
    read: typed => {
      const parts = splitNumbers(typed)
      const areNumbers = text === undefined || (numbers !== undefined && isManyNumbers(parts))
      return areNumbers ? { numbers: parts } : { text: typed.trim() }
    },
  }
}

/** The search of the address, as it would be typed. */
const typedText = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : ''

interface SearchFieldProps<C extends Call> {
  call: C
  search: ListSearch<C>
  filter: UrlFilter<C>
  onSearch: (part: Readonly<Record<string, unknown>>) => void
}

export function SearchField<C extends Call>({ call, search, filter, onSearch }: SearchFieldProps<C>) {
  const asked = search.names.map(name => typedText(filter[name])).find(text => text !== '') ?? ''
  const [shown, setShown] = useState(asked)
  const [text, setText] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  const submit = async (): Promise<void> => {
    const cleared = Object.fromEntries(search.names.map(name => [name, undefined]))
    const part = text.trim() === '' ? {} : search.read(text)
    // a person who is offline asks all the same: the list says so
    const fault = await import('./searchFault.ts').then(
      ({ searchFault }) => searchFault(call, part),
      () => undefined,
    )
    if (fault === undefined) onSearch({ ...cleared, ...part })
    else toast.warning(fault)
  }
  // a line of its own for each number: the field has but one
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text')
    if (!pasted.includes('\n')) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setText(
      text.slice(0, selectionStart ?? text.length) +
        pasted.trim().replaceAll(/\s*\n\s*/g, ' ') +
        text.slice(selectionEnd ?? text.length),
    )
  }
  const hint = search.hint ?? search.label
  return (
    <search className="ys-search" style={{ '--hint': hint.length } as CSSProperties}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <SearchOutlined aria-hidden />
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={search.hint === undefined ? search.label : `${search.label}：${search.hint}`}
          placeholder={hint}
          title={hint}
          value={text}
          onChange={event => setText(event.target.value)}
          onPaste={paste}
        />
      </form>
    </search>
  )
}
