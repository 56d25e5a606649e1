// The moves of the chosen tickets: those all of them can make; a signature asks who received.
import { moveSpecialTickets, type SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { staleAfter } from '@yunshu/contract/topics'
import { specialTicketStates, type SpecialTicketMove } from '@yunshu/domain/specialLine'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface Props {
  waybillId: string
  chosen: readonly SpecialTicket[]
  onReload: () => void
  done: () => void
}

const names = Object.keys(specialTicketStates.moves) as SpecialTicketMove[]

export function TicketMoves({ waybillId, chosen, onReload, done }: Props) {
  const [asking, setAsking] = useState<SpecialTicketMove>()
  const { typed, type, draft } = useTyped(
    { call: moveSpecialTickets, fixed: { waybillId }, title: '签收票据', part: 'sign' },
    { signer: '' },
  )
  const { signer } = typed
  const { submit } = useSend(moveSpecialTickets, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: ({ moved }, { move }) => {
      toast.success(`${moved} 票已${specialTicketStates.moves[move].label}`)
      done()
    },
  })
  const shared = names.filter(name => chosen.length > 0 && chosen.every(({ moves }) => moves.includes(name)))
  const told = `${chosen
    .slice(0, 5)
    .map(({ ticketNo }) => ticketNo)
    .join('、')}${chosen.length > 5 ? ` 等 ${chosen.length} 票` : ''}`
  return (
    <span className="sl-moves">
      {chosen.length === 0 ? (
        <span className="ys-weak">选择票据后可批量操作</span>
      ) : (
        shared.length === 0 && <span className="ys-weak">所选票据状态不同，没有可一起进行的操作</span>
      )}
      {shared.map(name => (
        <Button
          key={name}
          size="small"
          danger={specialTicketStates.moves[name].danger ?? false}
          type={name === shared[0] ? 'primary' : 'default'}
          onClick={() => setAsking(name)}
        >
          {specialTicketStates.moves[name].label}
        </Button>
      ))}
      {asking && (
        <WriteDialog
          title={`${specialTicketStates.moves[asking].label} ${chosen.length} 票`}
          okText={specialTicketStates.moves[asking].label}
          danger={specialTicketStates.moves[asking].danger ?? false}
          isReady={asking !== 'sign' || signer.trim() !== ''}
          isOffered={shared.includes(asking)}
          onReload={onReload}
          onClose={() => setAsking(undefined)}
          {...(asking === 'sign' ? { draft } : {})}
          onSend={() =>
            submit({
              waybillId,
              move: asking,
              tickets: chosen.map(({ id, version }) => ({ id, version })),
              ...(asking === 'sign' ? { signer: signer.trim() } : {}),
            })
          }
        >
          <p>{told}</p>
          {asking === 'sign' && (
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
      )}
    </span>
  )
}
