// Changing published goods: choose which, then change what is said of them; without a choice the changes so far are
// listed.
import { getGoodsSaid, listGoodsChanges } from '@yunshu/contract/goods/change'
import { listGoods } from '@yunshu/contract/goods/goods'
import { problems } from '@yunshu/domain/problems/problems'
import { changeableStates } from '@yunshu/domain/goods/change'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { useCall, usePages } from '../../lib/useCall.ts'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { Section } from '../../ui/Facts.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ChangeList, PendingChange } from './ChangesSection.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import './goods.css'

/** Screen GoodsInformationChange; `id` in the address is that of the goods. */
export default function GoodsInformationChangePage() {
  const [id, setId] = useUrlText('id')
  return id === '' ? <Choice onPick={setId} /> : <Change key={id} id={id} onBack={() => setId('')} />
}

const isChangeable = (state: string): boolean => changeableStates.some(one => one === state)

function Choice({ onPick }: { onPick: (id: string) => void }) {
  const field = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { rows, isFirstLoad, error, hasMore, more, isLoadingMore, restart } = usePages(listGoodsChanges, {})
  return (
    <article className="ys-page">
      <header className="ys-page-head">
        <h1>货源信息变更</h1>
        <span className="ys-page-actions">
          <Button type="primary" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            发起变更
          </Button>
        </span>
      </header>
      <div className="ys-page-body">
        {isChoosing && (
          <Section title="选择货源">
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
          </Section>
        )}
        <Section title="变更记录">
          {error ? (
            <ErrorState error={error} retry={() => void restart()} />
          ) : isFirstLoad ? (
            <Skeleton />
          ) : rows.length === 0 ? (
            <EmptyState text="还没有货源变更" />
          ) : (
            <ChangeList
              changes={rows}
              goodsLink={change => (
                <a className="ys-link" href={goodsUrl(change.goodsId)}>
                  {change.goodsNo}
                </a>
              )}
            />
          )}
          {hasMore && (
            <Button loading={isLoadingMore} onClick={more}>
              加载更多
            </Button>
          )}
        </Section>
      </div>
    </article>
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
