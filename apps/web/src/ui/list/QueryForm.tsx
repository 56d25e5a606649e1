// The filter panel of a list: Enter or 查询 applies, 重置 clears; faults show before anything is asked.
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { Button } from 'antd'
import {
  cloneElement,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
} from 'react'
import { inputFaults } from '../../lib/faults.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { RequiredContext } from '../fields/required.ts'
import { isUnreadable } from '../fields/unreadable.ts'
import { schemaAt } from '../form/schemaAt.ts'
import './list.css'

/** A control with value and onChange. */
type Control = ReactElement<{ id?: string; value?: unknown; onChange?: (next: unknown) => void }>

/**
 * One field of the form; `range` fields hold `{ from, to }` for two names. The label comes from contract/labels.ts
 * unless told.
 */
export type QueryField<C extends Call> =
  | {
      readonly name: keyof UrlFilter<C> & string
      readonly label?: string
      readonly input: Control
      /** The value in words, where its own text is too long for a chip. */
      readonly say?: (value: unknown) => string
    }
  | {
      readonly range: readonly [keyof UrlFilter<C> & string, keyof UrlFilter<C> & string]
      readonly label: string
      readonly input: Control
      /** The words of an end that is open, where a range does not go on for ever. */
      readonly ends?: readonly [from: string, to: string]
    }

interface QueryFormProps<C extends Call> {
  call: C
  fields: readonly QueryField<C>[]
  filter: UrlFilter<C>
  /** Also called when nothing changed: 查询 always asks again. */
  onQuery: (filter: UrlFilter<C>) => void
  onReset: () => void
  /** Absent: the form stands open in its page, and is no panel. */
  onClose?: () => void
}

type Draft = Record<string, unknown>

const filledIn = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined && value !== null && value !== ''))

/** Holds what is typed until it is asked for. */
function useDraft<C extends Call>({ call, filter, onQuery }: Pick<QueryFormProps<C>, 'call' | 'filter' | 'onQuery'>) {
  const [draft, setDraft] = useState<Draft>(filter)
  const [applied, setApplied] = useState(filter)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  if (applied !== filter) {
    // back, forward or a tab changed the address: the form follows it
    setApplied(filter)
    setDraft(filter)
    setFaults({})
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const filled = filledIn(draft)
    const unread = Object.fromEntries(
      Object.entries(filled).flatMap(([name, value]) => (isUnreadable(value) ? [[name, value.fault]] : [])),
    )
    const found = { ...filterFaults(call, filled), ...unread }
    setFaults(found)
    if (Object.keys(found).length === 0) onQuery(filled as UrlFilter<C>)
  }
  const clear = (): void => {
    setDraft({})
    setFaults({})
  }
  const isChanged = JSON.stringify(filledIn(draft)) !== JSON.stringify(filledIn(filter))
  return { draft, setDraft, faults, submit, clear, isChanged }
}

/** The panel under the bar of a list; conditions typed into it count once they are asked for. */
export function QueryForm<C extends Call>({ call, fields, filter, onQuery, onReset, onClose }: QueryFormProps<C>) {
  const { draft, setDraft, faults, submit, clear, isChanged } = useDraft({ call, filter, onQuery })
  const form = useRef<HTMLFormElement>(null)
  const isPanel = onClose !== undefined
  const leave = useEffectEvent((event: KeyboardEvent): void => {
    if (!onClose || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.stopPropagation()
    onClose()
  })
  useEffect(() => {
    const { current } = form
    if (!isPanel || !current) return
    const press = (event: KeyboardEvent): void => leave(event)
    current.addEventListener('keydown', press)
    current.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
    return () => current.removeEventListener('keydown', press)
  }, [isPanel])
  return (
    <search className={isPanel ? 'ys-filter-panel' : 'ys-filter-form'}>
      <form ref={form} onSubmit={submit}>
        <div className="ys-query">
          {fields.map(field => (
            <Item
              key={'name' in field ? field.name : field.label}
              call={call}
              field={field}
              draft={draft}
              faults={faults}
              onChange={part => setDraft(old => ({ ...old, ...part }))}
            />
          ))}
        </div>
        <div className="ys-query-buttons">
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button
            onClick={() => {
              clear()
              onReset()
            }}
          >
            重置
          </Button>
          <output className="ys-query-changed">{isChanged && '条件已改，按查询生效'}</output>
          {onClose && (
            <Button type="text" onClick={onClose}>
              收起
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

// fields the schema requires, such as the period of a ledger, are checked too
function filterFaults(call: Call, draft: Draft): Readonly<Record<string, string>> {
  const faults = inputFaults(call.input, draft)
  return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path.split('.')[0] ?? path, fault]))
}

interface ItemProps<C extends Call> {
  call: C
  field: QueryField<C>
  draft: Draft
  faults: Readonly<Record<string, string>>
  onChange: (part: Draft) => void
}

function Item<C extends Call>({ call, field, draft, faults, onChange }: ItemProps<C>) {
  const id = useId()
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
      <RequiredContext value={!isRange && schemaAt(call.input, [field.name])?.isRequired === true}>
        {cloneElement(field.input, { id, value, onChange: change })}
      </RequiredContext>
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
