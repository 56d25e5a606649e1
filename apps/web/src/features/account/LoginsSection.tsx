// Section 登录记录: every attempt to sign in with the account in the last half year.
import { listLogins } from '@yunshu/contract/session/account'
import { loginLogDays, loginResults } from '@yunshu/domain/account/loginLog'
import { Button } from 'antd'
import { usePages } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const filter = {}

export function LoginsSection() {
  const { rows, isFirstLoad, isLoadingMore, hasMore, more, error, restart } = usePages(listLogins, filter)
  return (
    <Section
      title="登录记录"
      extra={<span className="ys-weak">最近 {loginLogDays.shown} 天，不是本人的登录请立即改密码</span>}
    >
      {error && rows.length === 0 ? (
        <ErrorState error={error} retry={() => void restart()} />
      ) : isFirstLoad ? (
        <Skeleton lines={5} />
      ) : rows.length === 0 ? (
        <EmptyState text="暂无登录记录" />
      ) : (
        <>
          <ul className="account-list account-logins">
            {rows.map(({ id, at, result, device, ip }) => (
              <li key={id}>
                <span>{device}</span>
                <span className="ys-weak">{ip}</span>
                <Time value={at} />
                <span>
                  <Tag tone={loginResults[result].tone}>{loginResults[result].label}</Tag>
                </span>
              </li>
            ))}
          </ul>
          {hasMore && (
            <Button className="account-more" loading={isLoadingMore} onClick={more}>
              加载更多
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
