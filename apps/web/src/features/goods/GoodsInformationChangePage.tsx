// Changing published goods: choose which, then change what is said of them; without a choice the changes so far are
// listed.
import {
  countGoodsChanges,
  getGoodsSaid,
  listGoodsChanges,
  withdrawGoodsChange,
  type GoodsChange,
} from '@yunshu/contract/goods/change'
import { listGoods } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import { problems } from '@yunshu/domain/problems/problems'
import { changeableStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { Button, Modal } from 'antd'
import { useCallback, useId, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { PendingChange } from './ChangesSection.tsx'
import { goodsChangeColumns } from './goodsChangeColumns.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import './goods.css'

/** Screen GoodsInformationChange; `id` in the address is that of the goods. */
export default function GoodsInformationChangePage() {
  const [id, setId] = useUrlText('id')
  return id === '' ? <Choice onPick={setId} /> : <Change key={id} id={id} onBack={() => setId('')} />
}

const isChangeable = (state: string): boolean => changeableStates.some(one => one === state)

const rowKey = (row: GoodsChange): string => row.id
const rowName = (row: GoodsChange): string => row.goodsNo
const open = (row: GoodsChange): string => goodsUrl(row.goodsId)
const query = [{ name: 'text', input: <TextInput placeholder="货源号、标题" max={60} /> }] satisfies QueryField<
  typeof listGoodsChanges
>[]
const tabs = { field: 'state', machine: goodsChangeStates, counts: countGoodsChanges } as const

/** The changes so far, and the way to another one. */
function Choice({ onPick }: { onPick: (id: string) => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const [withdrawing, setWithdrawing] = useState<GoodsChange>()
  const { run, isBusy } = useSend(withdrawGoodsChange, {
    invalidates: staleAfter('goods', 'task', 'waybill'),
    done: () => toast.success('变更已撤回'),
  })
  const close = (): void => setWithdrawing(undefined)
  const actions = useCallback(
    (row: GoodsChange): readonly RowAction[] =>
      row.moves.includes('withdraw')
        ? [{ label: goodsChangeStates.moves.withdraw.label, isAside: true, onClick: () => setWithdrawing(row) }]
        : row.state === 'refused'
          ? [{ label: '重新发起', isAside: true, onClick: () => onPick(row.goodsId) }]
          : [],
    [onPick],
  )
  return (
    <>
      <ListPage
        call={listGoodsChanges}
        columns={goodsChangeColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        actions={actions}
        empty="还没有货源变更"
        primary={
          <Button type="primary" onClick={() => setChoosing(true)}>
            发起变更
          </Button>
        }
      />
      {isChoosing && <GoodsChoice onPick={onPick} onClose={() => setChoosing(false)} />}
      <ConfirmDialog
        open={withdrawing !== undefined}
        title={`撤回变更 ${withdrawing?.goodsNo ?? ''}`}
        text="承运商将收到撤回通知，货源保持原约定。"
        busy={isBusy}
        onClose={close}
        onConfirm={() => {
          if (withdrawing) void run({ id: withdrawing.id, version: withdrawing.version }).then(close)
        }}
      />
    </>
  )
}

function GoodsChoice({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) {
  const field = useId()
  return (
    <Modal open title="选择货源" footer={null} onCancel={onClose}>
      <div className="gd-choose">
        <label htmlFor={field}>要变更的货源</label>
        <CallSelect
          id={field}
          call={listGoods}
          input={text => (text === '' ? { limit: 50 } : { text, limit: 50 })}
          placeholder="输入货源号、标题、货物或地点查找"
          onChange={next => {
            if (typeof next === 'string') onPick(next)
          }}
          options={({ rows: goods }) =>
            goods
              .filter(row => isChangeable(row.state))
              .map(row => ({
                value: row.id,
                label: `${row.goodsNo}　${row.title}（${goodsStates.states[row.state].label}）`,
              }))
          }
        />
        <p className="ys-weak">
          已发布、部分接单、已接满和已暂停的货源可以变更；有未完成任务或运单时，价格、规则、地点等须承运商同意
        </p>
      </div>
    </Modal>
  )
}

function Change({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch } = useCall(getGoodsSaid, { id }, { quiet: true })
  const pending = useCall(listGoodsChanges, { goodsId: id, state: 'pending' }, { quiet: true })
  const back = <Button onClick={onBack}>选择其他货源</Button>
  if (error && data === undefined)
    return error instanceof Refusal && error.code === problems['row.none'].code ? (
      <EmptyState text="货源不存在，或不是贵公司发布的货源">{back}</EmptyState>
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  if (data === undefined || pending.data === undefined)
    return (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  if (!isChangeable(data.state))
    return (
      <EmptyState text={`货源 ${data.goodsNo} ${goodsStates.states[data.state].label}，不能变更`}>{back}</EmptyState>
    )
  if (pending.data.rows.length > 0)
    return (
      <article className="ys-page">
        <header className="ys-page-head">
          <h1>变更货源 {data.goodsNo}</h1>
          <span className="ys-page-actions">{back}</span>
        </header>
        <div className="ys-page-body">
          <p>该货源已有变更等待承运商同意，全部答复或撤回后才能再次变更。</p>
          <PendingChange goodsId={id} />
          <p>
            <a className="ys-link" href={goodsUrl(id)}>
              查看货源详情
            </a>
          </p>
        </div>
      </article>
    )
  return <ChangeForm said={data} onReload={() => void refetch()} />
}
