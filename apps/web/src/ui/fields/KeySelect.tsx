// Selects: from a table of the domain, from a fixed list, and from what a call finds for typed text.
import { Select } from 'antd'
import { use, useState } from 'react'
import type { Call, Input, Output } from '@yunshu/contract/call'
import { useCall } from '../../lib/useCall.ts'
import type { FieldProps } from './FigureInput.tsx'
import { RequiredContext } from './required.ts'
import { isUnreadable } from './unreadable.ts'

type Row = string | { readonly label: string }
interface KeySelectProps<K extends string> extends FieldProps<K> {
  /** goodsKinds, pricings, machine.states …: keys with a text or a label. */
  table: Readonly<Record<K, Row>>
  /** Only these keys, in this order. */
  keys?: readonly K[]
}

const labelOf = (row: Row): string => (typeof row === 'string' ? row : row.label)

/** One key of a domain table. */
export function KeySelect<K extends string>({
  table,
  keys = Object.keys(table) as K[],
  value,
  onChange,
  placeholder = '全部',
  ...rest
}: KeySelectProps<K>) {
  const options = keys.map(key => ({ value: key, label: labelOf(table[key]) }))
  return (
    <Select
      {...rest}
      allowClear={!use(RequiredContext)}
      placeholder={placeholder}
      options={options}
      value={isUnreadable(value) ? undefined : value}
      onChange={(next?: K) => onChange?.(next)}
    />
  )
}

interface ChoiceProps<T extends string | number> extends FieldProps<T> {
  options: readonly { readonly label: string; readonly value: T; readonly disabled?: boolean }[]
}

/** One of a fixed list; typing narrows it. */
export function ChoiceSelect<T extends string | number>({
  options,
  value,
  onChange,
  placeholder = '请选择',
  ...rest
}: ChoiceProps<T>) {
  return (
    <Select
      {...rest}
      allowClear={!use(RequiredContext)}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      options={[...options]}
      value={isUnreadable(value) ? undefined : value}
      onChange={(next?: T) => onChange?.(next)}
    />
  )
}

interface CallSelectProps<C extends Call> extends FieldProps<string> {
  call: C
  /** The input that finds rows for typed text. */
  input: (text: string) => Input<C>
  /** The options made of an answer. */
  options: (output: Output<C>) => readonly { readonly label: string; readonly value: string }[]
}

/** One row that a call finds: companies, vehicles, people. Asks the first time it is opened. */
export function CallSelect<C extends Call>({
  call,
  input,
  options,
  value,
  onChange,
  placeholder = '请选择',
  ...rest
}: CallSelectProps<C>) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const hasValue = value !== undefined && !isUnreadable(value)
  const { data, isFetching } = useCall(call, input(text), { enabled: isOpen || hasValue, keepPrevious: true })
  return (
    <Select
      {...rest}
      allowClear={!use(RequiredContext)}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      placeholder={placeholder}
      loading={isFetching}
      options={data === undefined ? [] : [...options(data)]}
      value={hasValue ? value : undefined}
      onOpenChange={setOpen}
      notFoundContent={isFetching ? '查询中…' : '没有找到'}
      onChange={(next?: string) => {
        setText('')
        onChange?.(next)
      }}
    />
  )
}
