// Actions on goods from their page: take, send, change, copy, share, follow, and the moves of the goods.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods/goods'
import type { ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide } from '../../lib/side.ts'
import { useShare } from '../../parts/share/useShare.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { republishUrl } from './republishUrl.ts'
import { useBackfill } from './useBackfill.ts'
import { isAsked, useGoodsMoves, type GoodsMove } from './useGoodsMoves.tsx'
import { changeUrl, usePublishing } from './usePublishing.ts'
import { isSendable, useSendTask } from './useSendTask.tsx'

/**
 * True where the goods have fences for the person: on the side that published them, and for a carrier that took part of
 * them.
 */
function useHasFences(): (goods: GoodsDetail) => boolean {
  const info = useSession(session => session.info)
  const hasPermit = useCan('fence.view')
  return goods =>
    hasPermit &&
    goods.state !== 'draft' &&
    (!isCarrierSide(info) || info?.companyId === goods.shipperId || goods.tasks.length > 0)
}

/** The actions of the page; `primary` takes the goods further. `dialogs` belong on the page. */
export function useGoodsActions(onTake: () => void): {
  actionsOf: (goods: GoodsDetail) => { primary: RowAction | undefined; actions: readonly RowAction[] }
  dialogs: ReactNode
} {
  const { ask, dialog: moveDialog, isBusy } = useGoodsMoves()
  const hasFences = useHasFences()
  const backfill = useBackfill()
  const { share, dialog: shareDialog } = useShare()
  const { send: sendTask, dialog: taskDialog } = useSendTask()
  const { canCopy, canChange, account } = usePublishing()
  const actionsOf = (goods: GoodsDetail): { primary: RowAction | undefined; actions: readonly RowAction[] } => {
    const isOpen = openGoodsStates.some(state => state === goods.state)
    const back = backfill(goods)
    const move = (name: GoodsMove): RowAction[] => {
      const why = goods.barred?.moves.includes(name) ? goods.barred.why : undefined
      return goods.moves.includes(name) || why !== undefined
        ? [
            {
              label: goodsStates.moves[name].label,
              danger: isAsked(name),
              disabled: isBusy,
              why,
              onClick: () => ask(goods, name),
            },
          ]
        : []
    }
    const take: RowAction[] = goods.canTake ? [{ label: '接单', onClick: onTake }] : []
    const send: RowAction[] = sendTask && isSendable(goods) ? [{ label: '派任务', onClick: () => sendTask(goods) }] : []
    const copy: RowAction[] = canCopy(goods) ? [{ label: '再来一单', to: republishUrl(goods, account) }] : []
    // the act that takes the goods further; goods that are over are ordered anew
    const [primary] = [...take, ...move('resume'), ...send, ...(isOpen ? [] : copy)]
    const all = [
      ...send,
      ...(canChange(goods) ? [{ label: '变更', to: changeUrl(goods.id) }] : []),
      ...copy,
      ...(share && isOpen ? [{ label: '分享', onClick: () => share(goods) }] : []),
      ...(back === undefined ? [] : [{ label: '回单补录', to: back }]),
      ...(hasFences(goods)
        ? [{ label: '围栏车辆', to: screenUrl('CarrierGoodsBindVehicle', { goodsId: goods.id }) }]
        : []),
      ...move('pause'),
      ...move('resume'),
      ...move('cancel'),
      ...move('end'),
    ]
    return { primary, actions: all.filter(({ label }) => label !== primary?.label) }
  }
  return {
    actionsOf,
    dialogs: (
      <>
        {shareDialog}
        {moveDialog}
        {taskDialog}
      </>
    ),
  }
}
