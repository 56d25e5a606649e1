// The order to take a photo: the camera it is taken with.
import type { Output } from '@yunshu/contract/call'
import { sendTerminalCommand } from '@yunshu/contract/terminal/command'
import type { TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { channelsMost, terminalCommandKinds } from '@yunshu/domain/terminal/terminalCommand'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('terminal')
const { label, hint } = terminalCommandKinds.photo
const channels = Array.from({ length: channelsMost }, (_, n) => n + 1)

interface Props {
  readonly terminal: TerminalDetail
  readonly onSent: (answer: Output<typeof sendTerminalCommand>) => void
  readonly onClose: () => void
}

export function CommandPhotoDialog({ terminal: { id, phone, plate }, onSent, onClose }: Props) {
  const title = `${label} ${plate ?? phone}`
  const fixed = { id, kind: 'photo' } as const
  const { submit } = useSend(sendTerminalCommand, { quiet: true, invalidates, done: onSent })
  const { typed, type, draft } = useTyped(
    { call: sendTerminalCommand, fixed, title, url: screenUrl('TerminalDetails', { id }) },
    { camera: 1 },
  )
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="下发"
      isReady
      onClose={onClose}
      onSend={() => submit({ ...fixed, camera: typed.camera })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{hint}。</p>
      <label>
        通道{' '}
        <select value={typed.camera} onChange={({ target }) => type({ camera: Number(target.value) })}>
          {channels.map(channel => (
            <option key={channel} value={channel}>{`通道 ${channel}`}</option>
          ))}
        </select>
      </label>
    </WriteDialog>
  )
}
