// The moves of the chosen tickets: those all of them can make.
import type { SpecialTicket } from '@yunshu/contract/specialLine/specialLine'
import { specialTicketStates, type SpecialTicketMove } from '@yunshu/domain/specialLine'
import { Button } from 'antd'
import { useState } from 'react'
import { MoveDialog } from './MoveDialog.tsx'
import { moveNames } from './nextMoves.ts'

interface Props {
  waybillId: string
  chosen: readonly SpecialTicket[]
  onReload: () => void
  done: () => void
}

export function TicketMoves({ waybillId, chosen, onReload, done }: Props) {
  const [asking, setAsking] = useState<SpecialTicketMove>()
  const shared = moveNames.filter(name => chosen.length > 0 && chosen.every(({ moves }) => moves.includes(name)))
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
          onClick={() => setAsking(name)}
        >
          {specialTicketStates.moves[name].label}
        </Button>
      ))}
      {asking && (
        <MoveDialog
          waybillId={waybillId}
          move={asking}
          tickets={chosen}
          isOffered={shared.includes(asking)}
          onReload={onReload}
          onClose={() => setAsking(undefined)}
          done={done}
        />
      )}
    </span>
  )
}
