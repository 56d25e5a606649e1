// My goods: what was published, how much of it is left, and what can be done with it.
import { countGoods, listGoods, type GoodsRow } from '@yunshu/contract/goods/goods'
import { listShippers } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsKinds, goodsStates, openGoodsStates, publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useIsPlatform, useSession } from '../../lib/session.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { CallSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShare } from '../../parts/share/useShare.tsx'
import { goodsBulk } from './goodsBulk.ts'
import { goodsColumns, goodsUrl } from './goodsColumns.tsx'
import { republishUrl } from './republishUrl.ts'
import { useBackfill } from './useBackfill.ts'
import { goodsMovesOf, isAsked, useGoodsMoves } from './useGoodsMoves.tsx'
import { changeUrl, usePublishing } from './usePublishing.ts'
import { isSendable, useSendTask } from './useSendTask.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))

const query = [
  { name: 'text', input: <TextInput placeholder="货源号、客户单号、标题、货物、地点" max={200} /> },
  { name: 'loadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'unloadRegion', input: <RegionPicker partial placeholder="全部" /> },
  { name: 'numbers', input: <NumbersInput placeholder="货源号或客户单号，可粘贴多个" /> },
  { name: 'kind', input: <KeySelect table={goodsKinds} /> },
  { name: 'takeMode', input: <KeySelect table={takeModes} /> },
  { name: 'publishTo', input: <KeySelect table={publishTargets} /> },
  { range: ['from', 'to'], label: '发布时间', input: <DateRangeInput /> },
] satisfies QueryField<typeof listGoods>[]

/** The platform and its branches look through the goods of many shippers. */
const houseQuery = [
  ...query,
  {
    name: 'shipperId',
    input: (
      <CallSelect
        call={listShippers}
        input={text => (text === '' ? {} : { text })}
        options={({ rows }) => rows.map(row => ({ value: row.companyId, label: row.name }))}
        placeholder="全部"
      />
    ),
  },
] satisfies QueryField<typeof listGoods>[]

const tabs = { field: 'state', machine: goodsStates, counts: countGoods, hasSums: true } as const
const rowKey = (row: GoodsRow): string => row.id
const rowName = (row: GoodsRow): string => row.goodsNo
const open = (row: GoodsRow): string => goodsUrl(row.id)

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
    (row: GoodsRow): readonly RowAction[] => [
      { label: '详情', to: goodsUrl(row.id) },
      ...(canCopy(row) ? [{ label: '再来一单', to: republishUrl(row, account) }] : []),
      ...(canChange(row) ? [{ label: '变更', to: changeUrl(row.id) }] : []),
      ...(sendTask && isSendable(row) ? [{ label: '派任务', onClick: () => sendTask(row) }] : []),
      ...(share && openGoodsStates.some(state => state === row.state)
        ? [{ label: '分享', onClick: () => share(row) }]
        : []),
      ...[backfill(row)].flatMap(to => (to === undefined ? [] : [{ label: '回单补录', to }])),
      ...(canFence && row.state !== 'draft'
        ? [{ label: '围栏车辆', to: screenUrl('CarrierGoodsBindVehicle', { goodsId: row.id }) }]
        : []),
      ...(canClose ? goodsMovesOf(row) : []).map((move): RowAction => ({
        label: goodsStates.moves[move].label,
        danger: isAsked(move),
        disabled: isBusy,
        onClick: () => ask(row, move),
      })),
    ],
    [canClose, canFence, backfill, isBusy, ask, share, sendTask, canCopy, canChange, account],
  )
  const [isImporting, setImporting] = useState(false)
  // the platform publishes for one company or another, which a file does not name
  const hasOwn = useSession(({ info }) => info?.companyId !== undefined)
  const publish = canPublish && (
    <>
      <Button type="primary" onClick={() => void navigate(screenUrl('GoodsPublish'))}>
        发布货源
      </Button>
      {hasOwn && <Button onClick={() => setImporting(true)}>导入</Button>}
    </>
  )
  return (
    <>
      <ListPage
        call={listGoods}
        columns={goodsColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={isHouse ? houseQuery : query}
        tabs={tabs}
        actions={actions}
        actionsWidth={160}
        bulk={goodsBulk}
        head={publish}
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
