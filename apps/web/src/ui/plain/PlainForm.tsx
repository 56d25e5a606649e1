// A plain form and its inputs, each fault at its field: for pages that load no component library.
import { passwordMax } from '@yunshu/domain/account/account'
import { passwordRules } from '@yunshu/domain/account/password'
import { useEffect, useRef, type ChangeEvent, type ClipboardEvent, type ReactNode } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { Overlay } from '../Overlay.tsx'
import type { PlainForm as Form } from './usePlainForm.ts'
import './plain.css'

/** An input of a plain form. */
export interface PlainRow {
  readonly name: string
  readonly label: string
  readonly max: number
  readonly hint?: string
  readonly autoComplete?: string
  readonly inputMode?: 'tel' | 'numeric'
  /** Lines of a longer text. */
  readonly lines?: number
  /** Takes a pasted text to where it belongs; true where it did, and the field stays as it is. */
  readonly takePasted?: (text: string) => boolean
}

interface PlainFormProps {
  form: Form
  title: string
  /** The word on the button. */
  act: string
  children: ReactNode
  /** The line below the button. */
  other?: ReactNode
}

/** The frame of a form; the cursor goes to the first field, and to the first fault of what was sent. */
export function PlainForm({ form, title, act, children, other }: PlainFormProps) {
  const place = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [])
  // only what was sent and refused moves the cursor, not every letter that mends a fault
  useEffect(() => {
    if (refusals > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  return (
    <form
      ref={place}
      className="plain-form plain-form-wide"
      onSubmit={event => {
        void form.submit(event)
      }}
      aria-label={title}
      aria-busy={form.isBusy}
      noValidate
    >
      <h1>{title}</h1>
      {children}
      <p className="plain-fault" role="alert">
        {form.fault}
      </p>
      <button type="submit" className="plain-button primary plain-submit" disabled={form.isBusy}>
        {act}
      </button>
      {other}
      <Overlay />
    </form>
  )
}

interface FieldsProps {
  form: Form
}

/** Inputs below each other. */
export function PlainRows({ form, rows }: FieldsProps & { rows: readonly PlainRow[] }) {
  return rows.map(({ name, label, max, hint, lines, takePasted, ...rest }) => (
    <Plain key={name} name={name} label={label} hint={hint} fault={form.faults[name]}>
      {props => {
        const typed = {
          ...props,
          ...rest,
          value: form.text(name),
          maxLength: max,
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => form.put(name, target.value),
          onPaste: (event: ClipboardEvent) => {
            if (takePasted?.(event.clipboardData.getData('text'))) event.preventDefault()
          },
        }
        return lines === undefined ? <input {...typed} /> : <textarea {...typed} rows={lines} />
      }}
    </Plain>
  ))
}

/** A new password, typed twice. */
export function PlainPasswords({ form }: FieldsProps) {
  const hint = passwordRules(loadedConfig().passwordPolicy)
    .map(rule => rule.text)
    .join('；')
  const rows = [
    { name: 'password', label: '登录密码', hint },
    { name: 'again', label: '确认密码', hint: undefined },
  ]
  return rows.map(row => (
    <Plain key={row.name} {...row} fault={form.faults[row.name]}>
      {props => (
        <input
          {...props}
          type="password"
          autoComplete="new-password"
          maxLength={passwordMax}
          value={form.text(row.name)}
          onChange={({ target }) => form.put(row.name, target.value)}
        />
      )}
    </Plain>
  ))
}

interface InputProps {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  spellCheck: false
  autoCapitalize: 'none'
}

interface PlainProps {
  name: string
  label: string
  hint?: string | undefined
  fault: string | undefined
  children: (props: InputProps) => ReactNode
}

/** A labelled input; its fault takes the place of its hint. */
function Plain({ name, label, hint, fault, children }: PlainProps) {
  const id = `plain-${name}`
  const isTold = fault !== undefined || hint !== undefined
  return (
    <div className="plain-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': isTold ? `${id}-hint` : undefined,
        spellCheck: false,
        autoCapitalize: 'none',
      })}
      {isTold && (
        <p id={`${id}-hint`} className={fault === undefined ? 'plain-hint plain-note' : 'plain-field-fault'}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}
