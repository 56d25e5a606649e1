// The acts on a terminal in the head of its page, and the words once one is done.
import type { Input } from '@yunshu/contract/call'
import { moveTerminal, type TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { doneText } from '@yunshu/domain/states'
import {
  plainTerminalMoves,
  terminalStates,
  type PlainTerminalMove,
  type TerminalMove,
} from '@yunshu/domain/terminal/terminal'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useMoves } from '../../ui/MoveButtons.tsx'
import { PageActions } from '../../ui/PageActions.tsx'

const invalidates = staleAfter('terminal', 'vehicle')
const isPlain = (name: TerminalMove): name is PlainTerminalMove => plainTerminalMoves.some(plain => plain === name)

const tell = (_: unknown, { move }: Input<typeof moveTerminal>): void => {
  toast.success(doneText(terminalStates.moves[move]))
}

export function TerminalActs({
  terminal,
  onShow,
}: {
  terminal: TerminalDetail
  onShow: (what: 'edit' | 'bind') => void
}) {
  const { id, version, phone, moves } = terminal
  const send = useSend(moveTerminal, { invalidates, done: tell })
  const asked = useSend(moveTerminal, { quiet: true, invalidates, done: tell })
  const plain = moves.filter(isPlain)
  const { acts, dialog } = useMoves({
    machine: terminalStates,
    moves: plain,
    name: phone,
    busy: send.isBusy,
    onMove: name => {
      if (isPlain(name)) void send.run({ id, version, move: name })
    },
    reasons: {
      about: () => ({ call: moveTerminal, fixed: { id, version } }),
      send: async (name, reason) => (isPlain(name) ? asked.submit({ id, version, move: name, reason }) : undefined),
      reload: () => void refreshStale(invalidates),
    },
  })
  const canEdit = moves.length > 0
  const bind = moves.includes('bind') ? { label: '绑定车辆', onClick: () => onShow('bind') } : undefined
  const next = bind ?? acts.find(({ label }) => label === terminalStates.moves.unblock.label)
  return (
    <>
      <PageActions
        primary={next}
        actions={[...(canEdit ? [{ label: '修改', onClick: () => onShow('edit') }] : []), ...acts]}
      />
      {dialog}
    </>
  )
}
