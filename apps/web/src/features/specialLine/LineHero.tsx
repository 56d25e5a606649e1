// The strip at the head of a special line: how many tickets are signed, and the next move of those furthest back.
import type { SpecialLine } from '@yunshu/contract/specialLine/specialLine'
import { specialTicketStates } from '@yunshu/domain/specialLine'
import { useState } from 'react'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { nextMoves, type NextMove } from './nextMoves.ts'

interface LineHeroProps {
  line: SpecialLine
  onEdit: () => void
  onPrint: () => void
  onReload: () => void
}

/** Its next step moves the tickets that are furthest back; the moves of the others stand behind it. */
export function LineHero({ line, onEdit, onPrint, onReload }: LineHeroProps) {
  const { tickets, waybillNo, plate, driverName, lineCompany, shiftNo, waybillId } = line
  const [asked, setAsked] = useState<NextMove>()
  const isNew = line.version === undefined
  const edit: RowAction = { label: isNew ? '录入专线信息' : '修改', onClick: onEdit }
  const moves: readonly RowAction[] = nextMoves(tickets).map(next => ({
    label: `${specialTicketStates.moves[next.move].label} ${next.tickets.length} 票`,
    onClick: () => setAsked(next),
  }))
  const signed = tickets.filter(({ state }) => state === 'signed').length
  const still = asked?.tickets.map(({ id }) => tickets.find(ticket => ticket.id === id))
  const primary = isNew ? (line.canEdit ? edit : undefined) : moves[0]
  return (
    <>
      <Hero
        word="专线"
        name={waybillNo}
        tag={isNew ? undefined : <Tag tone="busy">{signed === tickets.length ? '已签收' : '运送中'}</Tag>}
        line={[`${plate} ${driverName}`, lineCompany, shiftNo].filter(Boolean).join(' · ')}
        figure={
          isNew
            ? undefined
            : {
                value: `${signed} / ${tickets.length}`,
                label: '已签收(票)',
                note: signed === tickets.length ? undefined : `还有 ${tickets.length - signed} 票`,
              }
        }
        acts={
          <PageActions
            primary={primary}
            actions={
              isNew
                ? []
                : [
                    ...moves.slice(1),
                    ...(line.canEdit ? [{ ...edit, isAside: moves.length > 0 }] : []),
                    { label: '打印', isAside: true, onClick: onPrint },
                  ]
            }
          />
        }
      />
      {asked && (
        <MoveDialog
          waybillId={waybillId}
          move={asked.move}
          tickets={asked.tickets}
          isOffered={still?.every(ticket => ticket?.moves.includes(asked.move)) ?? false}
          onReload={onReload}
          onClose={() => setAsked(undefined)}
          done={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
