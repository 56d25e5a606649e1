// A form that fills a call's input and sends it: checks, faults at their fields, unsaved mark, ctrl+enter.
import type { Call, Input, Output } from '@yunshu/contract/call'
import type { StaleCall } from '@yunshu/contract/topics'
import { fieldLabel } from '@yunshu/contract/labels'
import { Alert, Form, type FormInstance } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useBehind } from '../../lib/behind.ts'
import { Refusal, type FieldFaults } from '../../lib/errors.ts'
import { inputFaults, nameOf } from '../../lib/faults.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { conflictHttp } from '../WriteDialog.tsx'
import { FormContext, rememberSaid } from './Field.tsx'
import { pathOf, type FieldPath } from './schemaAt.ts'
import { useFormDraft, type FormDrafting } from './useFormDraft.tsx'
import '../ui.css'

/** Values while people fill the form; parts of the input may be missing yet. */
export type Draft<T> = T extends readonly (infer U)[]
  ? Draft<U>[]
  : T extends number | string | boolean | undefined
    ? T | undefined
    : { [K in keyof T]?: Draft<T[K]> | undefined }

export interface CallFormProps<C extends Call> {
  call: C
  initial?: Draft<Input<C>>
  /**
   * The form changes a record that others change too: fields nobody has touched follow `initial` when it does, so that
   * only what was typed is changed.
   */
  follows?: boolean
  /** Parts people do not fill: id, version. */
  fixed?: Partial<Input<C>>
  /** Last shaping before it is sent. */
  toInput?: (values: Input<C>) => Input<C>
  /** Rules that no single field can tell, over an input whose fields are right: faults by dotted path. */
  check?: (input: Input<C>) => FieldFaults
  /** Asks before an input without faults is sent; a no leaves the form as it is. */
  confirm?: (input: Input<C>) => Promise<boolean>
  /** Calls whose answers are stale afterwards. */
  invalidates?: readonly StaleCall[]
  files?: Readonly<Record<string, readonly File[]>>
  done?: (output: Output<C>, input: Input<C>) => void
  /** Hears a refusal that belongs to no field: after a conflict the newer record can be loaded. */
  refused?: (refusal: Refusal) => void
  /** Hears the paths of faults before people are led to the first: folded parts of the form open. */
  onFaults?: (paths: readonly string[]) => void
  /** Hears what was changed, for sums and drafts, once it has been painted. */
  onChange?: (values: Draft<Input<C>>) => void
  /** Give one from `Form.useForm()` to set values from outside. */
  form?: FormInstance
  /** The form in words, for those told of its draft. */
  title?: string
  /** The part of the record this form changes, where several forms send the same call. */
  part?: string
  /** The page keeps the draft itself, and says how it stands. */
  keepsOwnDraft?: boolean
  children: ReactNode
}

interface Frame {
  /** Checks and sends. */
  submit: () => void
  isBusy: boolean
  /** Keeps what was typed when the form is closed. */
  park: FormDrafting['park']
}

/** The form without a page around it; `frame` draws its buttons. `isDrawer`: it stands where it can be closed. */
export function CallForm<C extends Call>(
  props: CallFormProps<C> & { isDrawer?: boolean; frame: (body: ReactNode, frame: Frame) => ReactNode },
) {
  const { call, initial, follows = false, fixed, files = {}, onChange, children, frame } = props
  const [form] = Form.useForm(props.form)
  const formName = useId().replaceAll(/\W/g, '') // ids of fields stay apart from those of the same page in another tab
  const [said] = useState(rememberSaid)
  const [held] = useState(() => ({ read: () => form.getFieldsValue(true) as object, lay: () => form.resetFields() }))
  const draft = useFormDraft({
    held,
    call,
    initial,
    fixed,
    follows,
    title: props.title ?? call.title,
    part: props.part,
    isOwn: props.keepsOwnDraft === true,
    isDrawer: props.isDrawer === true,
    hasFiles: Object.values(files).some(list => list.length > 0),
    onValues: values => onChange?.(values as Draft<Input<C>>),
  })
  useFaultsOfHiddenTab(form)
  useFollowing(form, initial, { follows, isRestored: draft.isRestored })
  const changes = useBehind(() => {
    mendFaults(form)
    onChange?.(form.getFieldsValue(true) as Draft<Input<C>>)
  })
  const { submit, isBusy, others } = useSubmitting(form, said, props, () => {
    changes.drop()
    draft.forget()
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSubmitKey(event)) submit()
  }
  const onValues = (): void => {
    changes.later()
    draft.changed()
  }
  const body = (
    <FormContext value={{ input: call.input, path: [], name: [], said }}>
      {draft.notice}
      <OtherFaults faults={others} />
      <Form
        form={form}
        name={formName}
        layout="vertical"
        initialValues={draft.start}
        onValuesChange={onValues}
        onKeyDown={onKeyDown}
        onFinish={submit}
        scrollToFirstError={false}
      >
        {children}
      </Form>
    </FormContext>
  )
  return frame(body, { submit, isBusy, park: draft.park })
}

/** Checks and sends what the form holds; faults are shown at their fields, `sent` hears that it was done. */
function useSubmitting<C extends Call>(
  form: FormInstance,
  said: ReturnType<typeof rememberSaid>,
  { call, fixed, toInput, check, confirm, invalidates = [], files, done, refused, onFaults }: CallFormProps<C>,
  sent: () => void,
) {
  const { submit: send, isBusy } = useSend(call, { invalidates })
  const { others, showFaults, clearOthers } = useFaultsAtFields(form, onFaults)
  const work = async (): Promise<void> => {
    clearOthers()
    said.replace([])
    if (!(await isValid(form, onFaults))) return
    const values = { ...form.getFieldsValue(true), ...fixed } as Input<C>
    const input = toInput ? toInput(values) : values
    const ownFaults = inputFaults(call.input, input)
    const faults = Object.keys(ownFaults).length > 0 ? ownFaults : (check?.(input) ?? {})
    if (Object.keys(faults).length > 0) return showFaults(faults)
    if (confirm && !(await confirm(input))) return
    try {
      const output = await send(input, files ? { files } : {})
      sent()
      done?.(output, input)
    } catch (error) {
      if (error instanceof Refusal && !error.hasFields) refused?.(error)
      // somebody else was quicker: their changes are shown, and the next attempt is based on them
      if (error instanceof Refusal && error.http === conflictHttp) void refreshStale(invalidates)
      if (!(error instanceof Refusal && error.hasFields)) return
      said.replace(withValues(form, error.fields))
      showFaults(error.fields)
      // any other refusal was shown by send; typed values stay
    }
  }
  const submit = (): void => {
    if (!isBusy) void work()
  }
  return { submit, isBusy, others }
}

/** Faults with the values they are about: they stay until those change. */
const withValues = (form: FormInstance, faults: FieldFaults) =>
  Object.entries(faults).map(([path, fault]) => ({ path, fault, value: form.getFieldValue(pathOf(path)) as unknown }))

/** True for Ctrl + Enter, which then does nothing else. */
function isSubmitKey(event: KeyboardEvent): boolean {
  const isIt = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (isIt) event.preventDefault()
  return isIt
}

type OnFaults = ((paths: readonly string[]) => void) | undefined

/** Checks the fields one by one; leads to the first fault. */
async function isValid(form: FormInstance, onFaults: OnFaults): Promise<boolean> {
  try {
    await form.validateFields()
    return true
  } catch {
    const bad = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    onFaults?.(bad.map(({ name }) => name.join('.')))
    const [first] = bad
    if (first) form.scrollToField(first.name, { behavior: 'smooth', block: 'center', focus: true })
    return false
  }
}

/** A fault goes away while it is being mended, not only when the field is left. */
function mendFaults(form: FormInstance): void {
  const bad = form.getFieldsError().filter(({ errors, name }) => errors.length > 0 && form.isFieldTouched(name))
  if (bad.length > 0) form.validateFields(bad.map(({ name }) => name)).catch(() => undefined)
}

/** React pauses a hidden tab; antd then forgets to show faults that the form still has. */
function useFaultsOfHiddenTab(form: FormInstance): void {
  useEffect(() => {
    const bad = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    if (bad.length > 0) form.setFields(bad.map(({ name, errors }) => ({ name, errors })))
  }, [form])
}

/** Fields nobody has touched, now or in the draft, follow `initial` when it changes. */
function useFollowing(
  form: FormInstance,
  initial: object | undefined,
  { follows, isRestored }: { follows: boolean; isRestored: (name: string) => boolean },
): void {
  const shown = useRef(initial)
  useEffect(() => {
    const before = shown.current
    shown.current = initial
    if (!follows || JSON.stringify(before) === JSON.stringify(initial)) return
    const untouched = Object.keys({ ...before, ...initial }).filter(
      name => !form.isFieldsTouched([name]) && !isRestored(name),
    )
    form.setFieldsValue(
      Object.fromEntries(untouched.map(name => [name, initial === undefined ? undefined : Reflect.get(initial, name)])),
    )
  }, [form, follows, initial, isRestored])
}

/** Shows faults at their fields; `others` are those no field is drawn for. */
function useFaultsAtFields(form: FormInstance, onFaults: OnFaults) {
  const [others, setOthers] = useState<readonly string[]>([])
  const showFaults = (faults: FieldFaults): void => {
    onFaults?.(Object.keys(faults))
    const drawn = form.getFieldsError().map(({ name }) => name)
    const placed = Object.entries(faults).map(([dotted, fault]) => ({
      dotted,
      fault,
      name: nearest(drawn, pathOf(dotted)),
    }))
    form.setFields(placed.flatMap(({ name, fault }) => (name ? [{ name, errors: [fault] }] : [])))
    setOthers(placed.filter(({ name }) => !name).map(({ dotted, fault }) => `${fieldLabel(nameOf(dotted))}：${fault}`))
    const first = placed.find(({ name }) => name)?.name
    if (first) form.scrollToField(first, { behavior: 'smooth', block: 'center', focus: true })
  }
  return { others, showFaults, clearOthers: (): void => setOthers([]) }
}

function OtherFaults({ faults }: { faults: readonly string[] }) {
  return (
    <>
      {faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          title="请核对以下内容"
          description={faults.map(text => (
            <div key={text}>{text}</div>
          ))}
        />
      )}
    </>
  )
}

// the field itself, or the one it is part of
function nearest(drawn: readonly FieldPath[], path: FieldPath): (string | number)[] | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const key = path.slice(0, length).join('.')
    const found = drawn.find(name => name.join('.') === key)
    if (found) return [...found]
  }
  return undefined
}
