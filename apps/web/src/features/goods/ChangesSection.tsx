// Changes of goods on their page: the one that waits, with what can be done about it, and those before.
import {
  answerGoodsChange,
  listGoodsChanges,
  withdrawGoodsChange,
  type GoodsChange,
} from '@yunshu/contract/goods/change'
import { staleAfter } from '@yunshu/contract/topics'
import { consentStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { Alert, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { DiffLines, DiffTable } from './DiffTable.tsx'

/** The most changes of one record the page shows. */
const shownMost = 20
const stale = staleAfter('goods', 'task', 'waybill')

function Consents({ change: { consents } }: { change: GoodsChange }) {
  if (consents.length === 0) return null
  return (
    <ul className="gd-consents" aria-label="承运商答复">
      {consents.map(({ carrierName, state, reason, answeredBy, answeredAt }) => (
        <li key={carrierName}>
          <StatusTag machine={consentStates} state={state} /> {carrierName}
          {answeredAt !== undefined && (
            <span className="ys-weak">
              {'　'}
              {answeredBy} <Time value={answeredAt} />
            </span>
          )}
          {reason !== undefined && <span className="ys-weak">　原因：{reason}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Above the page: a change that waits for an answer, the caller's or others'. */
export function PendingChange({ goodsId }: { goodsId: string }) {
  const { data, refetch } = useCall(listGoodsChanges, { goodsId, limit: shownMost }, { quiet: true })
  const [isRefusing, setRefusing] = useState(false)
  const answer = useSend(answerGoodsChange, {
    invalidates: stale,
    done: ({ state }) => toast.success(state === 'applied' ? '已同意，变更已生效' : '已同意，等待其他承运商答复'),
  })
  const refuse = useSend(answerGoodsChange, {
    quiet: true,
    invalidates: stale,
    done: () => toast.success('已拒绝变更'),
  })
  const withdraw = useSend(withdrawGoodsChange, { invalidates: stale, done: () => toast.success('变更已撤回') })
  const change = data?.rows.find(row => row.state === 'pending')
  useReopening(...(change ? [[() => setRefusing(true), answerGoodsChange, { id: change.id }] as const] : []))
  if (!change) return null
  const { id, version, moves } = change
  const isAsked = moves.includes('agree')
  return (
    <Alert
      className="gd-pending"
      type="warning"
      showIcon
      title={isAsked ? '货主申请变更以下内容，请答复' : '以下变更正在等待承运商同意'}
      description={
        <>
          <p>
            变更原因：{change.reason}
            {change.appliesToOpen && '（同意后未装货的运单一并按新约定执行）'}
          </p>
          <DiffTable lines={change.diff} />
          {!isAsked && <Consents change={change} />}
          <div className="gd-pending-acts">
            {isAsked && (
              <Button loading={answer.isBusy} onClick={() => void answer.run({ id, version, agrees: true })}>
                同意
              </Button>
            )}
            {moves.includes('refuse') && (
              <Button danger disabled={answer.isBusy} onClick={() => setRefusing(true)}>
                拒绝
              </Button>
            )}
            {moves.includes('withdraw') && (
              <Popconfirm
                title="撤回变更"
                description="承运商将收到撤回通知"
                okText="撤回"
                cancelText="返回"
                onConfirm={() => void withdraw.run({ id, version })}
              >
                <Button loading={withdraw.isBusy}>撤回变更</Button>
              </Popconfirm>
            )}
          </div>
          {isRefusing && (
            <Reopens by={() => setRefusing(true)}>
              <ReasonDialog
                title="拒绝变更"
                okText="拒绝变更"
                text="货源将保持原约定不变。"
                about={{ call: answerGoodsChange, fixed: { id, version } }}
                onSend={reason => refuse.submit({ id, version, agrees: false, reason })}
                onClose={() => setRefusing(false)}
                onReload={() => void refetch()}
              />
            </Reopens>
          )}
        </>
      }
    />
  )
}

/** The changes that are decided, newest first. */
export function ChangesSection({ goodsId }: { goodsId: string }) {
  const { data } = useCall(listGoodsChanges, { goodsId, limit: shownMost }, { quiet: true })
  const decided = data?.rows.filter(row => row.state !== 'pending') ?? []
  if (decided.length === 0) return null
  return (
    <Section title="信息变更">
      <ChangeList changes={decided} />
    </Section>
  )
}

/** Changes with their answers. */
export function ChangeList({
  changes,
  goodsLink,
}: {
  changes: readonly GoodsChange[]
  goodsLink?: (change: GoodsChange) => React.ReactNode
}) {
  return (
    <ol className="gd-changes">
      {changes.map(change => (
        <li key={change.id}>
          <header>
            <StatusTag machine={goodsChangeStates} state={change.state} /> {goodsLink?.(change)}{' '}
            <Time value={change.createdAt} /> {change.createdBy}{' '}
            <span className="ys-weak">
              {change.reason}
              {change.appliesToOpen && '（含未装货运单）'}
            </span>
          </header>
          <DiffLines lines={change.diff} />
          <Consents change={change} />
        </li>
      ))}
    </ol>
  )
}
