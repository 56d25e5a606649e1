// The search of a list: always there, for what people ask all day: numbers pasted by the hundred, a plate, a name.
import { SearchOutlined } from '@ant-design/icons'
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { useState, type ClipboardEvent, type CSSProperties } from 'react'
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

/** The search of a list that has a field for it: `text`, or many numbers. */
export function searchOf<C extends Call>(fields: readonly QueryField<C>[]): ListSearch<C> | undefined {
  const field =
    fields.find(each => 'name' in each && each.name === 'text') ??
    fields.find(each => 'name' in each && each.name === 'numbers')
  if (!field || !('name' in field)) return undefined
  const { props } = field.input
  const hint = 'placeholder' in props && typeof props.placeholder === 'string' ? props.placeholder : undefined
  return {
    label: field.label ?? fieldLabel(field.name),
    ...(hint === undefined ? {} : { hint }),
    names: [field.name],
    read: text => (field.name === 'numbers' ? { numbers: splitNumbers(text) } : { text: text.trim() }),
  }
}

/** The search of the address, as it would be typed. */
const typedText = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : ''

interface SearchFieldProps<C extends Call> {
  search: ListSearch<C>
  filter: UrlFilter<C>
  onSearch: (part: Readonly<Record<string, unknown>>) => void
}

export function SearchField<C extends Call>({ search, filter, onSearch }: SearchFieldProps<C>) {
  const asked = search.names.map(name => typedText(filter[name])).find(text => text !== '') ?? ''
  const [shown, setShown] = useState(asked)
  const [text, setText] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  const submit = (): void => {
    const cleared = Object.fromEntries(search.names.map(name => [name, undefined]))
    onSearch({ ...cleared, ...(text.trim() === '' ? {} : search.read(text)) })
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
          submit()
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
