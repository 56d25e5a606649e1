// My goods: what was published, how much of it is left, and what can be done with it.
import { listSorts } from '@yunshu/domain/sorting'
import { countGoods, listGoods, type GoodsRow } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods/goods'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useIsPlatform, useSession } from '../../lib/session.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { lazyPeek } from '../../ui/list/lazyPeek.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useShare } from '../../parts/share/useShare.tsx'
import { goodsBulk } from './goodsBulk.ts'
import { goodsColumns, goodsUrl } from './goodsColumns.tsx'
import { goodsQuery, houseGoodsQuery } from './goodsQuery.tsx'
import { republishUrl } from './republishUrl.ts'
import { useBackfill } from './useBackfill.ts'
import { goodsMovesOf, isAsked, useGoodsMoves, type GoodsMove } from './useGoodsMoves.tsx'
import { changeUrl, usePublishing } from './usePublishing.ts'
import { isSendable, useSendTask } from './useSendTask.tsx'

const GoodsPeek = lazyPeek(async () => (await import('./GoodsPeek.tsx')).GoodsPeek)
const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))

const tabs = { field: 'state', machine: goodsStates, counts: countGoods, hasSums: true } as const
const rowKey = (row: GoodsRow): string => row.id
const rowName = (row: GoodsRow): string => row.goodsNo
/** Goods that can still be taken, now or after a pause. */
const standing = [...openGoodsStates, 'paused'] as const
const open = (row: GoodsRow): string => goodsUrl(row.id)
const peek = ({ id }: GoodsRow, isAsked: boolean, pending: ReactNode) => (
  <GoodsPeek id={id} isAsked={isAsked} pending={pending} />
)

/** Screen GoodsMy. */
export default function GoodsMyPage() {
  const navigate = useNavigate()
  const canClose = useCan('goods.close')
  const isHouse = useIsPlatform()
  const canFence = useCan('fence.view')
  const backfill = useBackfill()
  const { ask, dialog, isBusy } = useGoodsMoves()
  const { share, dialog: shareDialog } = useShare()
  const { send: sendTask, dialog: taskDialog } = useSendTask()
  const { canPublish, canCopy, canChange, account } = usePublishing()
  const actions = useCallback(
    (row: GoodsRow): readonly RowAction[] => {
      const copy = canCopy(row) ? [{ label: '再来一单', isAside: true, to: republishUrl(row, account) }] : []
      const moves = (canClose ? goodsMovesOf(row) : []).map((move): RowAction & { move: GoodsMove } => ({
        move,
        label: goodsStates.moves[move].label,
        danger: isAsked(move),
        isAside: move !== 'resume',
        disabled: isBusy,
        onClick: () => ask(row, move),
      }))
      const isOver = !standing.some(state => state === row.state)
      // the step that takes the goods further comes first; goods that are over are ordered anew
      return [
        ...moves.filter(({ move }) => move === 'resume'),
        ...(sendTask && isSendable(row) ? [{ label: '派任务', onClick: () => sendTask(row) }] : []),
        ...(isOver ? copy : []),
        ...(canChange(row) ? [{ label: '变更', isAside: true, to: changeUrl(row.id) }] : []),
        ...(isOver ? [] : copy),
        ...(share && openGoodsStates.some(state => state === row.state)
          ? [{ label: '分享', isAside: true, onClick: () => share(row) }]
          : []),
        ...[backfill(row)].flatMap(to => (to === undefined ? [] : [{ label: '回单补录', isAside: true, to }])),
        ...(canFence && row.state !== 'draft'
          ? [{ label: '围栏车辆', isAside: true, to: screenUrl('CarrierGoodsBindVehicle', { goodsId: row.id }) }]
          : []),
        ...moves.filter(({ move }) => move !== 'resume'),
      ]
    },
    [canClose, canFence, backfill, isBusy, ask, share, sendTask, canCopy, canChange, account],
  )
  const [isImporting, setImporting] = useState(false)
  // the platform publishes for one company or another, which a file does not name
  const hasOwn = useSession(({ info }) => info?.companyId !== undefined)
  const publish = canPublish && (
    <>
      {hasOwn && <Button onClick={() => setImporting(true)}>导入</Button>}
      <Button type="primary" onClick={() => void navigate(screenUrl('GoodsPublish'))}>
        发布货源
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        call={listGoods}
        columns={isHouse ? goodsColumns.house : goodsColumns.shipper}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有货源：发布后在这里看接单和剩余"
        open={open}
        query={isHouse ? houseGoodsQuery : goodsQuery}
        tabs={tabs}
        peek={peek}
        sorts={listSorts.goods}
        actions={actions}
        bulk={goodsBulk}
        primary={publish}
      />
      {dialog}
      {shareDialog}
      {taskDialog}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog kind="goods" invalidates={staleAfter('goods')} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
