// Actions on many goods at once: pausing, resuming, cancelling; each by its own call.
import { moveGoods, type GoodsRow } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { send } from '../../lib/send.ts'
import { copyAction, quietWrite } from '../../ui/list/bulkActions.ts'
import type { BulkAction } from '../../ui/list/column.tsx'
import { goodsMovesOf, type GoodsMove } from './useGoodsMoves.tsx'

const invalidates = staleAfter('goods')

/** One move for every chosen row that allows it. */
const moving = (
  move: Exclude<GoodsMove, 'end'>,
  more: { readonly danger?: true; readonly text: string; readonly needsReason?: true },
): BulkAction<GoodsRow> => {
  const { label } = goodsStates.moves[move]
  const { danger, ...each } = more
  return {
    label: `批量${label}`,
    permit: 'goods.close',
    ...(danger ? { danger } : {}),
    each: {
      call: moveGoods,
      ...each,
      invalidates,
      fits: row =>
        goodsMovesOf(row).includes(move)
          ? undefined
          : `当前状态为“${goodsStates.states[row.state].label}”，不能${label}`,
      send: ({ id, version }, { reason, key }) =>
        send(moveGoods, { id, version, move, ...(reason === '' ? {} : { reason }) }, quietWrite(key)),
    },
  }
}

export const goodsBulk: readonly BulkAction<GoodsRow>[] = [
  moving('pause', { text: '暂停后承运商暂时不能接单，可随时恢复。' }),
  moving('resume', { text: '恢复后承运商可以继续接单。' }),
  moving('cancel', { danger: true, needsReason: true, text: '取消后承运商不能再接单，且不能恢复。' }),
  copyAction('复制货源号', ({ goodsNo }) => goodsNo),
]
