// Parts of a page made of what its form holds: they follow behind the paint, and only when they become others.
import { sameValue } from '@yunshu/domain/figures/sameValue'
import { Form, type FormInstance } from 'antd'
import { useMemo, useSyncExternalStore } from 'react'
import { behindPaint } from '../../lib/behind.ts'

/** The values of a form as they stood at the last paint. */
interface Followed {
  readonly values: () => object
  readonly subscribe: (hear: () => void) => () => void
  /** The form has changed, or may have. */
  readonly note: () => number
}

const forms = new WeakMap<FormInstance, Followed>()

function followed(form: FormInstance): Followed {
  const known = forms.get(form)
  if (known) return known
  const heard = new Set<() => void>()
  const read = (): object => form.getFieldsValue(true) as object
  let held = read()
  const behind = behindPaint(() => {
    const next = read()
    if (next === held) return
    held = next
    for (const hear of heard) hear()
  })
  const made: Followed = {
    values: () => {
      // nobody is told of changes yet
      if (heard.size === 0) held = read()
      return held
    },
    subscribe: hear => {
      heard.add(hear)
      return () => heard.delete(hear)
    },
    note: () => {
      behind.later()
      return 0
    },
  }
  forms.set(form, made)
  return made
}

/** The same thing as before while it says the same, made once for the same values. */
export function keptPick<V extends object, T>(values: () => object, pick: (values: V) => T): () => T {
  let last: { readonly of: object; readonly made: T } | undefined
  return () => {
    const of = values()
    if (last?.of !== of) {
      const made = pick(of as V)
      last = { of, made: last && sameValue(last.made, made) ? last.made : made }
    }
    return last.made
  }
}

/**
 * Something made of the values of the whole form, names of regions among them, which no field shows. The component is
 * drawn again when it becomes another, behind the paint of the character it comes from.
 */
export function useFormPick<V extends object, T>(form: FormInstance, pick: (values: V) => T): T {
  const { values, subscribe, note } = followed(form)
  // the form tells of each change here alone; the constant draws nothing
  Form.useWatch(note, { form, preserve: true })
  const read = useMemo(() => keptPick(values, pick), [values, pick])
  return useSyncExternalStore(subscribe, read)
}
