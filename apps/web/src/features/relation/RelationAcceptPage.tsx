// The page an invitation link opens: who invites, and agreeing to it.
import { acceptLink, previewLink } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Refusal } from '../../lib/errors.ts'
import { useCan } from '../../lib/can.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import './relation.css'

/** An invitation that ran out or was withdrawn. */
function Over({ words }: { words: string }) {
  return (
    <article className="rel-accept">
      <h1>合作邀请</h1>
      <Alert type="warning" showIcon title={words} />
      <p>
        <a className="ys-link" href={screenUrl('index')}>
          返回首页
        </a>
      </p>
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
