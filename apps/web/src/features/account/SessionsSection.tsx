// Section 登录设备: where the account is signed in now, and signing out there.
import { endOtherSessions, endSession, listSessions, type SessionRow } from '@yunshu/contract/session/account'
import { relativeTime } from '@yunshu/domain/figures/time'
import { Button, Popconfirm } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const shown = [listSessions]

export function SessionsSection() {
  const { data, error, refetch } = useCall(listSessions, {}, { quiet: true })
  const one = useSend(endSession, { invalidates: shown, done: () => toast.success('已退出该设备') })
  const others = useSend(endOtherSessions, {
    invalidates: shown,
    done: ({ count }) => toast.success(`已退出 ${count} 个设备`),
  })
  const hasOthers = data?.rows.some(row => !row.isThis) ?? false
  return (
    <Section
      title="登录设备"
      extra={
        hasOthers && (
          <Popconfirm
            title="退出其他所有设备？"
            description="那里未保存的内容会丢失"
            okText="退出"
            okButtonProps={{ danger: true }}
            cancelText="取消"
            onConfirm={() => {
              void others.run({})
            }}
          >
            <Button size="small" danger disabled={others.isBusy}>
              退出其他设备
            </Button>
          </Popconfirm>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : (
        <ul className="account-list">
          {data.rows.map(row => (
            <Device
              key={row.id}
              row={row}
              busy={one.isBusy}
              onEnd={() => {
                void one.run({ id: row.id })
              }}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Device({
  row: { device, ip, since, seenAt, hasSecondFactor, isThis },
  busy,
  onEnd,
}: {
  row: SessionRow
  busy: boolean
  onEnd: () => void
}) {
  return (
    <li>
      <span className="account-what">
        <strong>{device}</strong>
        {isThis && <Tag tone="busy">本机</Tag>}
        {hasSecondFactor && <Tag tone="good">动态验证码</Tag>}
      </span>
      <span className="ys-weak">{ip}</span>
      <span className="ys-weak">
        <Time value={since} /> 登录
      </span>
      <span className="ys-weak">{isThis ? '正在使用' : `${relativeTime(seenAt, serverNow())}使用过`}</span>
      {!isThis && (
        <Popconfirm
          title={`退出“${device}”？`}
          okText="退出"
          okButtonProps={{ danger: true }}
          cancelText="取消"
          onConfirm={onEnd}
        >
          <Button size="small" type="text" danger disabled={busy} aria-label={`退出 ${device}`}>
            退出
          </Button>
        </Popconfirm>
      )}
    </li>
  )
}
