// Pausing, resuming, cancelling and ending goods: from a row of the list and from the page of goods.
import { getGoods, listGoods, moveGoods, type GoodsRow } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { printQuantity } from '@yunshu/domain/goods/quantity'
import { movesFrom } from '@yunshu/domain/states'
import { useCallback, useState, type ReactNode } from 'react'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const offered = ['pause', 'resume', 'cancel', 'end'] as const
/** Moves people make with published goods. */
export type GoodsMove = (typeof offered)[number]
/** Moves that cannot be taken back are asked about first. */
const asked = ['cancel', 'end'] as const
type AskedMove = (typeof asked)[number]
export const isAsked = (move: GoodsMove): move is AskedMove => asked.some(one => one === move)
type Moved = Pick<GoodsRow, 'id' | 'goodsNo' | 'version' | 'quantityMode' | 'remainQty'>

/** The moves goods allow, in the order of the table; only what was taken in part can be ended. */
export const goodsMovesOf = ({
  state,
  remainQty,
  totalQty,
}: Pick<GoodsRow, 'state' | 'remainQty' | 'totalQty'>): GoodsMove[] => {
  const possible = movesFrom(goodsStates, state)
  return offered.filter(move => possible.includes(move) && (move !== 'end' || remainQty < totalQty))
}

/** `ask` makes a move, after a question where it cannot be taken back; draw `dialog` in the page. */
export function useGoodsMoves(): { ask: (goods: Moved, move: GoodsMove) => void; dialog: ReactNode; isBusy: boolean } {
  const [asking, setAsking] = useState<{ goods: Moved; move: AskedMove }>()
  const { run, isBusy } = useSend(moveGoods, {
    invalidates: staleAfter('goods'),
    done: (_, { move }) => toast.success(`已${goodsStates.moves[move].label}`),
  })
  const ask = useCallback(
    (goods: Moved, move: GoodsMove): void => {
      if (isAsked(move)) setAsking({ goods, move })
      else void run({ id: goods.id, version: goods.version, move })
    },
    [run],
  )
  return {
    ask,
    isBusy,
    dialog: asking && (
      <Reopens by={() => setAsking(asking)}>
        <MoveDialog {...asking} onClose={() => setAsking(undefined)} />
      </Reopens>
    ),
  }
}

const texts: Readonly<Record<AskedMove, (goods: Moved) => string>> = {
  cancel: () => '取消后承运商不能再接单，且不能恢复。',
  end: ({ quantityMode, remainQty }) =>
    `结束后剩余 ${printQuantity(quantityMode, remainQty)} 不再接单，且不能恢复；已完成的运单不受影响。`,
}

/** Stays with what was typed until the server said yes. */
function MoveDialog({ goods, move, onClose }: { goods: Moved; move: AskedMove; onClose: () => void }) {
  const { label } = goodsStates.moves[move]
  const title = `${label}货源 ${goods.goodsNo}`
  const fixed = { id: goods.id, version: goods.version, move }
  const { typed, type, draft } = useTyped({ call: moveGoods, fixed, title }, { reason: '' })
  const { submit } = useSend(moveGoods, {
    quiet: true,
    invalidates: staleAfter('goods'),
    done: () => toast.success(`已${label}`),
  })
  const needsReason = move === 'cancel'
  const why = typed.reason.trim()
  // a row of the list does not say what is under way
  const barred = useCall(getGoods, { id: goods.id }, { quiet: true }).data?.barred
  const against = barred?.moves.includes(move) ? barred.why : undefined
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={`${label}货源`}
      danger
      isReady={against === undefined && (!needsReason || why !== '')}
      onSend={() => submit({ id: goods.id, version: goods.version, move, ...(why === '' ? {} : { reason: why }) })}
      onClose={onClose}
      onReload={() => {
        void refreshCalls([listGoods.path, getGoods.path])
        onClose()
      }}
    >
      {against === undefined ? (
        <p>{texts[move](goods)}</p>
      ) : (
        <p className="ys-fault" role="alert">
          {against}
        </p>
      )}
      {needsReason && <ReasonField value={typed.reason} onChange={reason => type({ reason })} />}
    </WriteDialog>
  )
}
