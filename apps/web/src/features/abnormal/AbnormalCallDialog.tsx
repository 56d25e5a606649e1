// A call made about an abnormal position, written down: who was called, when, and what was said.
import { noteAbnormalCall, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { fieldLabel } from '@yunshu/contract/labels'
import { staleAfter } from '@yunshu/contract/topics'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('abnormal')

interface CallTyped extends Readonly<Record<string, unknown>> {
  readonly callee: string
  readonly calledAt: FieldProps<number>['value']
  readonly said: string
}

const text = (next: FieldProps<string>['value']): string => (isUnreadable(next) ? '' : (next ?? ''))

/** Opens with the driver and the moment, as the call was just made. */
export function AbnormalCallDialog({ row, onClose }: { row: AbnormalRow; onClose: () => void }) {
  const title = `电话记录 ${row.plate}`
  const fixed = { id: row.id }
  const [first] = useState((): CallTyped => ({ callee: row.driverName, calledAt: serverNow(), said: '' }))
  const { submit } = useSend(noteAbnormalCall, {
    quiet: true,
    invalidates,
    done: () => toast.success('已登记电话记录'),
  })
  const { typed, type, draft } = useTyped({ call: noteAbnormalCall, fixed, title }, first)
  const [callee, said] = [typed.callee.trim(), typed.said.trim()]
  const calledAt = isUnreadable(typed.calledAt) ? undefined : typed.calledAt
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="登记"
      isReady={callee !== '' && said !== '' && calledAt !== undefined}
      onClose={onClose}
      onSend={() => submit({ ...fixed, callee, calledAt: calledAt ?? 0, said })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>登记后不能修改，进入异常和运单的操作记录。</p>
      <DialogField label={fieldLabel('callee')} isRequired>
        {id => <TextInput id={id} max={30} value={typed.callee} onChange={next => type({ callee: text(next) })} />}
      </DialogField>
      <DialogField label={fieldLabel('calledAt')} isRequired>
        {id => <DateTimeInput id={id} isPast value={typed.calledAt} onChange={next => type({ calledAt: next })} />}
      </DialogField>
      <DialogField label={fieldLabel('said')} isRequired takesFocus>
        {id => (
          <TextInput id={id} max={200} rows={3} value={typed.said} onChange={next => type({ said: text(next) })} />
        )}
      </DialogField>
    </WriteDialog>
  )
}
