// The acts of the sheet in view of an inbox: refusal and next step side by side, opened by keys too, at rest after an act
// until the next sheet was looked at.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { listToday, putOffToday } from '@yunshu/contract/today'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { use, useEffect, useEffectEvent, useRef } from 'react'
import { keyOf, restMs } from '../../lib/keys.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { ListContext } from '../../ui/list/listState.ts'
import { usePeekWalk } from '../../ui/list/peekWalk.ts'
import { More } from '../../ui/list/RowActions.tsx'
import type { useSheetMoves } from './useSheetMoves.tsx'

/** Moves of the two keys, in the order they are asked for; those sent without a dialog have none. */
const byKey = { act: ['approve', 'pay'], refuse: ['reject'] } as const

interface SheetInboxActsProps {
  sheet: SettlementDetail
  onReload: () => void
  moves: ReturnType<typeof useSheetMoves>
}

export function SheetInboxActs({ sheet, onReload, moves: { acts, press, isAsking } }: SheetInboxActsProps) {
  const list = use(ListContext)
  const offered = (key: keyof typeof byKey) => byKey[key].find(move => sheet.moves.includes(move))
  useHeld(isAsking, onReload)
  const { version } = sheet
  // the same sheet stays in view where its next step is the reader's too
  useEffect(() => {
    const timer = setTimeout(() => list.setState({ isResting: false }), restMs)
    return () => clearTimeout(timer)
  }, [list, version])
  const walk = usePeekWalk()
  const next = offered('act')
  // in 今日 it is back tomorrow morning, or once it changed
  const later = useSend(putOffToday, {
    invalidates: [listToday],
    done: () => {
      toast.success(`已放到稍后：${sheet.settlementNum}`)
      walk?.next()
    },
  })
  useDocumentKeys(event => {
    const key = keyOf(event, 'inbox')
    if (key === 'later') {
      event.preventDefault()
      if ((next === 'approve' || next === 'pay') && !later.isBusy) void later.run({ kind: next, id: sheet.id })
      return
    }
    const move = key && offered(key)
    if (!move || list.getState().isResting) return
    event.preventDefault()
    press(move)
  })
  const refuse = offered('refuse')
  const labelOf = (move: 'approve' | 'pay' | 'reject'): string => settlementStates.moves[move].label
  const first = next === undefined ? acts.find(({ danger }) => !danger) : undefined
  const rest = acts.filter(
    act => act !== first && ![next, refuse].some(move => move !== undefined && act.label === labelOf(move)),
  )
  return (
    <>
      {rest.length > 0 && (
        <More as="ys-more-button" actions={rest}>
          <EllipsisOutlined />
        </More>
      )}
      {refuse && (
        <Button danger aria-keyshortcuts="r" onClick={() => press(refuse)}>
          {labelOf(refuse)} <kbd aria-hidden="true">R</kbd>
        </Button>
      )}
      {next && (
        <Button type="primary" className="ys-first-act" aria-keyshortcuts="a" onClick={() => press(next)}>
          {labelOf(next)} <kbd aria-hidden="true">A</kbd>
        </Button>
      )}
      {first && (
        <Button type="primary" className="ys-first-act" disabled={first.disabled ?? false} onClick={first.onClick}>
          {first.label}
        </Button>
      )}
    </>
  )
}

/** The sheet stays in view while its dialog is open; afterwards the list is asked what became of it. */
function useHeld(isAsking: boolean, onReload: () => void): void {
  const list = use(ListContext)
  const wasAsking = useRef(false)
  const reload = useEffectEvent(onReload)
  useEffect(() => {
    list.setState({ isHeld: isAsking })
    if (wasAsking.current && !isAsking) reload()
    wasAsking.current = isAsking
    return () => list.setState({ isHeld: false })
  }, [list, isAsking])
}
