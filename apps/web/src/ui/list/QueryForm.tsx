// The query form above a list: Enter or 查询 applies, 重置 clears, 展开 shows the rest; faults show before anything is asked.
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { Button } from 'antd'
import { cloneElement, useId, useState, type FormEvent, type ReactElement } from 'react'
import { inputFaults } from '../../lib/faults.ts'
import { useSettled } from '../../lib/settled.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { RequiredContext } from '../fields/required.ts'
import { isUnreadable } from '../fields/unreadable.ts'
import { schemaAt } from '../form/schemaAt.ts'

/** A control with value and onChange. */
type Control = ReactElement<{ id?: string; value?: unknown; onChange?: (next: unknown) => void }>

/**
 * One field of the form; `range` fields hold `{ from, to }` for two names. The label comes from contract/labels.ts
 * unless told.
 */
export type QueryField<C extends Call> =
  | { readonly name: keyof UrlFilter<C> & string; readonly label?: string; readonly input: Control }
  | {
      readonly range: readonly [keyof UrlFilter<C> & string, keyof UrlFilter<C> & string]
      readonly label: string
      readonly input: Control
    }

interface QueryFormProps<C extends Call> {
  call: C
  fields: readonly QueryField<C>[]
  filter: UrlFilter<C>
  /** Also called when nothing changed: 查询 always asks again. */
  onQuery: (filter: UrlFilter<C>) => void
  onReset: () => void
  /** Fields shown while folded. */
  folded?: number
}

type Draft = Record<string, unknown>

export function QueryForm<C extends Call>({ call, fields, filter, onQuery, onReset, folded = 3 }: QueryFormProps<C>) {
  const [draft, setDraft] = useState<Draft>(filter)
  const [applied, setApplied] = useState(filter)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const isMobile = useMobile()
  const isSettled = useSettled()
  const [isOpen, setOpen] = useState(false)
  if (applied !== filter) {
    // back, forward or a tab changed the address: the form follows it
    setApplied(filter)
    setDraft(filter)
    setFaults({})
  }
  const most = isMobile ? 1 : folded
  // fields with a value or a fault stay in view
  const shown = isOpen
    ? fields
    : fields.filter((field, index) => index < most || isNamed(field, filter) || isNamed(field, faults))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const filled = Object.fromEntries(
      Object.entries(draft).filter(([, value]) => value !== undefined && value !== null && value !== ''),
    )
    const unread = Object.fromEntries(
      Object.entries(filled).flatMap(([name, value]) => (isUnreadable(value) ? [[name, value.fault]] : [])),
    )
    const found = { ...filterFaults(call, filled), ...unread }
    setFaults(found)
    if (Object.keys(found).length === 0) onQuery(filled as UrlFilter<C>)
  }
  return (
    <search>
      <form className="ys-query" onSubmit={submit}>
        {shown.map(field => (
          <Item
            key={'name' in field ? field.name : field.label}
            call={call}
            field={field}
            draft={draft}
            faults={faults}
            onChange={part => setDraft(old => ({ ...old, ...part }))}
          />
        ))}
        {isSettled && (
          <div className="ys-query-buttons">
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button
              onClick={() => {
                setDraft({})
                setFaults({})
                onReset()
              }}
            >
              重置
            </Button>
            {fields.length > most && (
              <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? '收起' : '展开'}
              </Button>
            )}
          </div>
        )}
      </form>
    </search>
  )
}

// fields the schema requires, such as the period of a ledger, are checked too
function filterFaults(call: Call, draft: Draft): Readonly<Record<string, string>> {
  const faults = inputFaults(call.input, draft)
  return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path.split('.')[0] ?? path, fault]))
}

const isNamed = <C extends Call>(field: QueryField<C>, values: object): boolean =>
  ('name' in field ? [field.name] : field.range).some(name => Reflect.get(values, name) !== undefined)

interface ItemProps<C extends Call> {
  call: C
  field: QueryField<C>
  draft: Draft
  faults: Readonly<Record<string, string>>
  onChange: (part: Draft) => void
}

function Item<C extends Call>({ call, field, draft, faults, onChange }: ItemProps<C>) {
  const id = useId()
  // controls are heavier than all rows in view: the rows come first
  const isSettled = useSettled()
  const isRange = 'range' in field
  const label = isRange ? field.label : (field.label ?? fieldLabel(field.name))
  const fault = isRange ? (faults[field.range[0]] ?? faults[field.range[1]]) : faults[field.name]
  const value = isRange ? { from: draft[field.range[0]], to: draft[field.range[1]] } : draft[field.name]
  const change = (next: unknown): void => {
    if (!isRange) return onChange({ [field.name]: valueOf(next) })
    const { from, to } = (next ?? {}) as { from?: unknown; to?: unknown }
    onChange({ [field.range[0]]: from, [field.range[1]]: to })
  }
  return (
    <div className="ys-query-item">
      <label htmlFor={id}>{label}</label>
      {isSettled ? (
        <RequiredContext value={!isRange && schemaAt(call.input, [field.name])?.isRequired === true}>
          {cloneElement(field.input, { id, value, onChange: change })}
        </RequiredContext>
      ) : (
        <span className="ys-query-wait" />
      )}
      {fault && (
        <span className="ys-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

// antd's plain inputs hand over an event, all others the value
function valueOf(next: unknown): unknown {
  return typeof next === 'object' &&
    next !== null &&
    'target' in next &&
    next.target instanceof HTMLElement &&
    'value' in next.target
    ? next.target.value
    : next
}
