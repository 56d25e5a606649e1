// Invitation links: making one, copying it, and taking back those that were given out.
import { listLinks, makeLink, revokeLink } from '@yunshu/contract/relation/relation'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { Inviter } from '@yunshu/domain/relation'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Alert, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

export function InviteLinks({ side }: { side: Inviter }) {
  const { data, error, refetch } = useCall(listLinks, {}, { quiet: true })
  const [address, setAddress] = useState<string>()
  const make = useSend(makeLink, {
    invalidates: [listLinks],
    done: ({ linkCode }) => setAddress(globalThis.location.origin + screenUrl('RelationAccept', { linkCode })),
  })
  const revoke = useSend(revokeLink, { invalidates: [listLinks], done: () => toast.success('链接已作废') })
  const rows = (data?.rows ?? []).filter(row => row.side === side)
  return (
    <div className="rel-search">
      <p className="ys-weak">
        把链接发给对方，对方登录（或注册）后打开并同意，即建立合作。链接 7 天内有效，可随时作废。
      </p>
      <Button
        type="primary"
        loading={make.isBusy}
        onClick={() => {
          void make.run({ side })
        }}
      >
        生成链接
      </Button>
      {address !== undefined && (
        <Alert
          className="rel-link"
          type="success"
          title="链接只显示这一次，请复制后发给对方"
          description={<CopyText text={address} />}
        />
      )}
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : (
        <ul className="rel-found">
          {rows.map(row => (
            <li key={row.id}>
              <div>
                <span>
                  {formatDateTime(row.createdAt)} 生成，已使用 {row.uses} 次
                </span>
                <span className="ys-weak">{row.isLive ? `有效期至 ${formatDateTime(row.expiresAt)}` : '已失效'}</span>
              </div>
              {row.isLive && (
                <Popconfirm
                  title="作废这个链接？"
                  okText="作废"
                  cancelText="取消"
                  onConfirm={() => {
                    void revoke.run({ id: row.id })
                  }}
                >
                  <Button size="small" danger type="text">
                    作废
                  </Button>
                </Popconfirm>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
