// One step of a record before it is taken: what it leads to, the facts it is about, and the words it asks for. It stays
// open with what was typed until the server said yes, and keeps a draft.
import type { StaleCall } from '@yunshu/contract/topics'
import { doneText, type Move } from '@yunshu/domain/states'
import { startOfDay } from '@yunshu/domain/figures/time'
import type { ReactNode } from 'react'
import { serverNow } from '../lib/clock.ts'
import { refreshStale } from '../lib/queryClient.ts'
import { toast } from '../lib/toast.ts'
import { useSends, type SendAny } from '../lib/useCall.ts'
import { Facts, type Fact } from './Facts.tsx'
import { DateInput } from './fields/DateInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { useTyped, type TypedInto } from './form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from './WriteDialog.tsx'

/** One line a step needs beside a reason: the bank's serial, the number of an invoice. */
export interface StepText {
  readonly label: string
  readonly max: number
  readonly placeholder?: string
  /** The form of a right text; absent, any text will do. */
  readonly pattern?: RegExp
}

/** The words that were typed, without blanks around them. */
export interface StepSaid {
  /** Empty where the step asks for no reason. */
  readonly reason: string
  /** The reason as part of an input, where the step asks for one. */
  readonly why: { reason?: string }
  /** Empty where the step asks for no text. */
  readonly text: string
  /** Ticked, where the step has something to tick. */
  readonly isTicked: boolean
  /** The day as part of an input, where the step asks for one. */
  readonly onDay: { date?: number }
}

interface StepDialogProps {
  /** The step as its machine has it: the verb on the button, whether it asks for a reason, what is said once it is done. */
  step: Pick<Move<string>, 'label' | 'done' | 'danger' | 'ask'>
  /** The act that is about to happen: 撤回 DZ2611210001. */
  title: string
  /** The call and the record it is about, for the draft. */
  about: Omit<TypedInto, 'title'>
  /** Consequences people should know before they confirm. */
  note?: string
  facts: readonly Fact[]
  text?: StepText | undefined
  /** The label of a day the step asks for: today until another is chosen. */
  day?: string | undefined
  /** Calls whose answers are stale once the step is taken. */
  invalidates: readonly StaleCall[]
  /** Sends the step; a refusal is shown here. */
  onSend: (send: SendAny, said: StepSaid) => Promise<unknown>
  onClose: () => void
  /** Something to tick below the facts, kept with what is typed. */
  tick?: ((isTicked: boolean, onTick: (next: boolean) => void) => ReactNode) | undefined
  /** Stands below the facts. */
  children?: ReactNode
}

/** Reason and text stay when the server refuses. */
export function StepDialog(props: StepDialogProps) {
  const { step, title, about, note, facts, text, day, invalidates, onSend, onClose, tick, children } = props
  const { typed, type, draft } = useTyped<{ reason: string; text: string; day?: number; isTicked?: boolean }>(
    { ...about, title },
    {
      reason: '',
      text: '',
      ...(day === undefined ? {} : { day: startOfDay(serverNow()) }),
      ...(tick === undefined ? {} : { isTicked: false }),
    },
  )
  const send = useSends({ quiet: true, invalidates, done: () => toast.success(doneText(step)) })
  const asks = step.ask === 'reason'
  const reason = typed.reason.trim()
  const line = typed.text.trim()
  const isTicked = typed.isTicked === true
  const onDay = typed.day === undefined ? {} : { date: typed.day }
  const isText = text === undefined || (text.pattern?.test(line) ?? line !== '')
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={step.danger === true}
      isReady={(!asks || reason !== '') && isText}
      onClose={onClose}
      onSend={() => onSend(send, { reason, why: asks ? { reason } : {}, text: line, isTicked, onDay })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      {note !== undefined && <p>{note}</p>}
      <Facts items={facts} />
      {tick?.(isTicked, next => type({ isTicked: next }))}
      {children}
      {text && (
        <DialogField label={text.label} isRequired takesFocus>
          {id => (
            <TextInput
              id={id}
              max={text.max}
              {...(text.placeholder === undefined ? {} : { placeholder: text.placeholder })}
              value={typed.text}
              onChange={next => type({ text: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      )}
      {day !== undefined && (
        <DialogField label={day} isRequired>
          {id => (
            <DateInput
              id={id}
              value={typed.day}
              onChange={next => type({ day: typeof next === 'number' ? next : startOfDay(serverNow()) })}
            />
          )}
        </DialogField>
      )}
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
