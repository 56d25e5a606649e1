// Ordering goods anew: loads what of the old goods holds again, says what was left out, and publishes it.
import { getRepublish } from '@yunshu/contract/goods/change'
import { problems } from '@yunshu/domain/problems/problems'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Refusal } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { DatedText } from '../../ui/DatedText.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { KindChoice } from './BasicSection.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import { asDraft } from './publishForm.ts'
import { PublishForm } from './PublishForm.tsx'
import { republishUrl } from './republishUrl.ts'
import './goods.css'

/** The page of one kind; goods of another kind go on to theirs. */
export function Republish({ kind }: { kind: GoodsKind }) {
  const [params] = useSearchParams()
  const [id, user] = [params.get('id') ?? '', params.get('user') ?? '']
  const navigate = useNavigate()
  const account = useSession(({ info }) => info?.account)
  const { data, error, refetch } = useCall(getRepublish, { id }, { quiet: true, enabled: id !== '' })
  const isElsewhere = data !== undefined && data.kind !== kind
  useEffect(() => {
    if (isElsewhere) void navigate(republishUrl(data, user), { replace: true })
  }, [isElsewhere, data, user, navigate])
  if (id === '')
    return (
      <EmptyState text="请从“我的货源”中选择要再来一单的货源">
        <a className="ys-link" href={screenUrl('GoodsMy')}>
          前往我的货源
        </a>
      </EmptyState>
    )
  if (error && data === undefined)
    return error instanceof Refusal && error.code === problems['row.none'].code ? (
      <EmptyState text="货源不存在，或不是贵公司发布的货源" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  if (data === undefined || isElsewhere)
    return (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  const { left, moved } = data
  const head = (
    <aside className="gd-copied">
      <strong>
        已复制货源{' '}
        <a className="ys-link" href={goodsUrl(id)}>
          {data.goodsNo}
        </a>{' '}
        的内容，请核对后发布
      </strong>
      <div>
        {left.length > 0 && <>未复制：{left.join('；')}　</>}
        已调整：
        <DatedText text={moved.join('；')} />
      </div>
      {user !== '' && account !== undefined && user !== account && (
        <div>
          链接来自账号 {user}，将以当前账号 {account} 发布
        </div>
      )}
    </aside>
  )
  return (
    <PublishForm
      key={id}
      title="再来一单"
      kind={kind}
      initial={{ ...asDraft(data.fields), shipperId: data.shipperId }}
      fixed={{ copiedFrom: id }}
      choice={<KindChoice kind={kind} />}
      head={head}
    />
  )
}
