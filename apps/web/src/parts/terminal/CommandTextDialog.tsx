// A text for the driver of a vehicle, shown and read aloud by its terminal; the words stay when it is refused.
import type { Output } from '@yunshu/contract/call'
import { orderAbnormal } from '@yunshu/contract/abnormal/abnormal'
import { sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { commandTextMost, terminalCommandKinds } from '@yunshu/domain/terminal/terminalCommand'
import { Input } from 'antd'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('terminal', 'abnormal')
const { label, hint } = terminalCommandKinds.text

interface Props {
  /** The plate of its vehicle, where it sits in one. */
  terminal: { readonly id: string; readonly phone: string; readonly plate?: string | undefined }
  /** The abnormal position it is about, in whose history it stands then. */
  abnormalId?: string | undefined
  onSent: (answer: Output<typeof sendTerminalCommand>) => void
  onClose: () => void
}

export function CommandTextDialog({ terminal: { id, phone, plate }, abnormalId, onSent, onClose }: Props) {
  const title = `${label} ${plate ?? phone}`
  const fixed = { id, kind: 'text' } as const
  const how = { quiet: true, invalidates, done: onSent } as const
  const { submit } = useSend(sendTerminalCommand, how)
  const { submit: order } = useSend(orderAbnormal, how)
  const { typed, type, draft } = useTyped(
    { call: sendTerminalCommand, fixed, title, url: screenUrl('TerminalDetails', { id }) },
    { content: '' },
  )
  const content = typed.content.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="下发"
      isReady={content !== ''}
      onClose={onClose}
      onSend={() =>
        abnormalId === undefined ? submit({ ...fixed, content }) : order({ id: abnormalId, kind: 'text', content })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{hint}。</p>
      <Input.TextArea
        aria-label="内容"
        rows={3}
        maxLength={commandTextMost}
        showCount
        value={typed.content}
        onChange={({ target }) => type({ content: target.value })}
      />
    </WriteDialog>
  )
}
