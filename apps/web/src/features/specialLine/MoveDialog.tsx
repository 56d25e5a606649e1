// Asks before tickets of a special line move on; a signature asks who received.
import { moveSpecialTickets, type SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { staleAfter } from '@yunshu/contract/topics'
import { specialTicketStates, type SpecialTicketMove } from '@yunshu/domain/specialLine'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface Props {
  waybillId: string
  move: SpecialTicketMove
  tickets: readonly SpecialTicket[]
  /** False once one of the tickets cannot make the move any more. */
  isOffered: boolean
  onReload: () => void
  onClose: () => void
  done: () => void
}

export function MoveDialog({ waybillId, move, tickets, isOffered, onReload, onClose, done }: Props) {
  const { typed, type, draft } = useTyped(
    { call: moveSpecialTickets, fixed: { waybillId }, title: '签收票据', part: 'sign' },
    { signer: '' },
  )
  const { signer } = typed
  const { label, danger } = { danger: false, ...specialTicketStates.moves[move] }
  const { submit } = useSend(moveSpecialTickets, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: ({ moved }) => {
      toast.success(`${moved} 票已${label}`)
      done()
    },
  })
  const isSigning = move === 'sign'
  return (
    <WriteDialog
      title={`${label} ${tickets.length} 票`}
      okText={label}
      danger={danger}
      isReady={!isSigning || signer.trim() !== ''}
      isOffered={isOffered}
      onReload={onReload}
      onClose={onClose}
      {...(isSigning ? { draft } : {})}
      onSend={() =>
        submit({
          waybillId,
          move,
          tickets: tickets.map(({ id, version }) => ({ id, version })),
          ...(isSigning ? { signer: signer.trim() } : {}),
        })
      }
    >
      <p>{told(tickets)}</p>
      {isSigning && (
        <DialogField label="签收人" isRequired>
          {id => (
            <TextInput
              id={id}
              value={signer}
              onChange={next => type({ signer: isUnreadable(next) ? '' : (next ?? '') })}
              max={30}
            />
          )}
        </DialogField>
      )}
    </WriteDialog>
  )
}

/** The numbers of the first tickets, and how many there are. */
const told = (tickets: readonly SpecialTicket[]): string =>
  `${tickets
    .slice(0, 5)
    .map(({ ticketNo }) => ticketNo)
    .join('、')}${tickets.length > 5 ? ` 等 ${tickets.length} 票` : ''}`
