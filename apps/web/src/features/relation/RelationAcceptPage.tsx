// The page an invitation link opens: who invites, and agreeing to it.
import { acceptLink, previewLink } from '@yunshu/contract/relation/relation'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Refusal } from '../../lib/errors.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Drawing } from '../../ui/drawings.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import './relation.css'

/**
 * An invitation that ran out, was withdrawn, or never was: the link says neither whose nor which, for whoever holds it. The
 * ways on lead to the companies one works with, and to what others asked by name.
 */
function Over({ words }: { words: string }) {
  const sides = sidesOf(useSession(({ info }) => info))
  const canView = useCan('relation.view')
  const list = sides.includes('carrier') ? 'ShipperRelations' : 'CarrierRelations'
  const partner = list === 'ShipperRelations' ? '货主' : '承运商'
  return (
    <article className="plain-page">
      <Drawing of="gone" />
      <h1>合作邀请已失效</h1>
      <p>
        {words}。已经建立的合作不受影响，对方点名发来的邀请在合作{partner}里答复。
      </p>
      <div className="actions">
        {canView && (
          <Link className="plain-button primary" to={listUrl(list, { state: 'invited' })}>
            看收到的邀请
          </Link>
        )}
        <Link className={canView ? 'plain-button' : 'plain-button primary'} to={screenUrl('index')}>
          返回首页
        </Link>
      </div>
    </article>
  )
}

/** Screen RelationAccept. */
export default function RelationAcceptPage() {
  const { linkCode = '' } = useParams()
  const navigate = useNavigate()
  const canAnswer = useCan('relation.answer')
  const { data, error, refetch } = useCall(previewLink, { linkCode }, { quiet: true })
  const [isDone, setDone] = useState(false)
  const accept = useSend(acceptLink, {
    invalidates: [previewLink, ...staleAfter('relation')],
    done: () => setDone(true),
  })
  // a link that ran out is an answer, not a fault
  if (error instanceof Refusal && error.http === 200) return <Over words={error.message} />
  if (error)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void refetch()
        }}
      />
    )
  if (!data) return <Skeleton lines={4} />
  const { name, trustCode, side, expiresAt, obstacle } = data
  const list = side === 'shipper' ? 'ShipperRelations' : 'CarrierRelations'
  return (
    <article className="rel-accept">
      <h1>合作邀请</h1>
      <p>
        <strong>{name}</strong>
        {side === 'shipper' ? '邀请贵公司成为其承运商。' : '希望成为贵公司的承运商。'}
      </p>
      <Facts
        items={[
          ['统一社会信用代码', trustCode],
          ['链接有效期至', formatDateTime(expiresAt)],
        ]}
      />
      {isDone ? (
        <Alert
          type="success"
          showIcon
          title="已建立合作"
          action={
            <Button
              size="small"
              onClick={() => {
                void navigate(screenUrl(list))
              }}
            >
              查看合作企业
            </Button>
          }
        />
      ) : obstacle !== undefined ? (
        <Alert type="info" showIcon title={obstacle} />
      ) : !canAnswer ? (
        <Alert type="warning" showIcon title="您没有答复合作邀请的权限，请联系贵公司管理员打开此链接" />
      ) : (
        <Button
          type="primary"
          size="large"
          loading={accept.isBusy}
          onClick={() => {
            void accept.run({ linkCode })
          }}
        >
          同意合作
        </Button>
      )}
    </article>
  )
}
