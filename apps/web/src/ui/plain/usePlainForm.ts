// The texts of a plain form, their faults, and the call that sends them.
import type { Call, Input, Output } from '@yunshu/contract/call'
import { passwordRules } from '@yunshu/domain/account/password'
import { useState, type FormEvent } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { Refusal, type FieldFaults } from '../../lib/errors.ts'
import { inputFaults } from '../../lib/faults.ts'
import { send } from '../../lib/send.ts'

/** Values of a plain form by field: texts, one of them a password typed again. */
export interface PlainForm {
  readonly text: (name: string) => string
  readonly put: (name: string, value: string) => void
  readonly faults: FieldFaults
  /** A refusal that is about no field. */
  readonly fault: string
  readonly isBusy: boolean
  /** Times the form was refused so far. */
  readonly refusals: number
  readonly submit: (event: FormEvent) => Promise<void>
}

interface Sending<C extends Call> {
  readonly call: C
  /** The input the texts make. */
  readonly read: (text: PlainForm['text']) => Input<C>
  /** The names of the person the password is for, where there is one: it may hold none of them. */
  readonly owner?: (text: PlainForm['text']) => Parameters<ReturnType<typeof passwordRules>[number]['holds']>[1]
  /** Faults no input tells: of a choice nobody made. */
  readonly lacks?: (text: PlainForm['text']) => FieldFaults
  /** Texts that stand in the form from the beginning. */
  readonly initial?: Readonly<Record<string, string>>
  readonly onDone: (output: Output<C>) => void
}

/** A form whose fields `password` and `again` hold a new password, kept until it is sent. */
export function usePlainForm<C extends Call>({
  call,
  read,
  owner = () => ({ account: '', name: '' }),
  lacks = () => ({}),
  initial = {},
  onDone,
}: Sending<C>): PlainForm {
  const [texts, setTexts] = useState(initial)
  const [faults, setFaults] = useState<FieldFaults>({})
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const text = (name: string): string => texts[name] ?? ''
  const put = (name: string, value: string): void => {
    setTexts(old => ({ ...old, [name]: value }))
    setFaults(old => Object.fromEntries(Object.entries(old).filter(([each]) => each !== name)))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const said = read(text)
    const password = text('password')
    const rules = passwordRules(loadedConfig().passwordPolicy)
    const broken = password === '' ? undefined : rules.find(rule => !rule.holds(password, owner(text)))?.fault
    const found = {
      ...inputFaults(call.input, said),
      ...lacks(text),
      ...(broken === undefined ? {} : { password: broken }),
      ...(text('again') === password ? {} : { again: '两次输入的密码不一致' }),
    }
    setFault('')
    setFaults(found)
    if (Object.keys(found).length > 0) return setRefusals(count => count + 1)
    setBusy(true)
    try {
      const output = await send(call, said, { quiet: true })
      setBusy(false)
      onDone(output)
    } catch (error) {
      setBusy(false)
      setRefusals(count => count + 1)
      if (error instanceof Refusal && error.hasFields) setFaults(error.fields)
      else setFault(error instanceof Error ? error.message : '')
    }
  }
  return { text, put, faults, fault, isBusy, refusals, submit }
}
