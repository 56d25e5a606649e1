// A text for the driver of a vehicle, shown and read aloud by its terminal; the words stay when it is refused.
import type { Output } from '@yunshu/contract/call'
import { sendTerminalCommand } from '@yunshu/contract/terminal/command'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { commandTextMost, terminalCommandKinds } from '@yunshu/domain/terminalCommand'
import { Input } from 'antd'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('terminal')
const { label, hint } = terminalCommandKinds.text

interface Props {
  /** The plate of its vehicle, where it sits in one. */
  terminal: { readonly id: string; readonly phone: string; readonly plate?: string | undefined }
  onSent: (answer: Output<typeof sendTerminalCommand>) => void
  onClose: () => void
}

export function CommandTextDialog({ terminal: { id, phone, plate }, onSent, onClose }: Props) {
  const title = `${label} ${plate ?? phone}`
  const fixed = { id, kind: 'text' } as const
  const { submit } = useSend(sendTerminalCommand, { quiet: true, invalidates, done: onSent })
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
      onSend={() => submit({ ...fixed, content })}
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
