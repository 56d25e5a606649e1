// Pausing, resuming and cancelling goods: from a row of the list and from the page of goods.
import { moveGoods, type GoodsRow } from '@yunshu/contract/goods'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates, type GoodsState } from '@yunshu/domain/goods'
import { movesFrom } from '@yunshu/domain/states'
import { useCallback, useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'

const offered = ['pause', 'resume', 'cancel'] as const
/** What people do with published goods. */
export type GoodsMove = (typeof offered)[number]
type Moved = Pick<GoodsRow, 'id' | 'goodsNo' | 'version'>

/** The moves a state allows, in the order of the table. */
export const goodsMovesOf = (state: GoodsState): GoodsMove[] => {
  const possible = movesFrom(goodsStates, state)
  return offered.filter((move) => possible.includes(move))
}

/** True if a name of a move is one of those offered here. */
export const isGoodsMove = (name: string): name is GoodsMove => offered.some((move) => move === name)

/** `ask` makes a move, cancelling after a reason; draw `dialog` in the page. */
export function useGoodsMoves(): { ask: (goods: Moved, move: GoodsMove) => void; send: (goods: Moved, move: GoodsMove, reason?: string) => void; dialog: ReactNode; isBusy: boolean } {
  const [cancelling, setCancelling] = useState<Moved>()
  const { run, isBusy } = useSend(moveGoods, {
    invalidates: staleAfter('goods'),
    done: (_, { move }) => toast.success(`已${goodsStates.moves[move].label}`),
  })
  const send = useCallback((goods: Moved, move: GoodsMove, reason?: string): void => {
    void run({ id: goods.id, version: goods.version, move, ...(reason ? { reason } : {}) })
  }, [run])
  const ask = useCallback((goods: Moved, move: GoodsMove): void => {
    if (move === 'cancel') setCancelling(goods)
    else send(goods, move)
  }, [send])
  const dialog = cancelling && (
    <ReasonDialog open title={`取消货源 ${cancelling.goodsNo}`} text="取消后承运商不能再接单，且不能恢复。" needsReason busy={isBusy}
      onConfirm={(reason) => { setCancelling(undefined); send(cancelling, 'cancel', reason) }} onClose={() => setCancelling(undefined)} />
  )
  return { ask, send, dialog, isBusy }
}
