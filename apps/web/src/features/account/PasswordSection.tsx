// Section 登录密码: when it was changed, until when it is good, and a new one.
import type { getAccount } from '@yunshu/contract/session/account'
import type { Output } from '@yunshu/contract/call'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { toast } from '../../lib/toast.ts'
import { PasswordForm } from './PasswordForm.tsx'

export function PasswordSection({ account }: { account: Output<typeof getAccount> }) {
  const { passwordChangedAt, passwordExpiresAt } = account
  return (
    <Section title="登录密码">
      <p className="ys-weak">
        {passwordChangedAt === undefined ? (
          '修改后其他设备须重新登录。'
        ) : (
          <>
            上次修改 <Time value={passwordChangedAt} />。
          </>
        )}
        {passwordExpiresAt !== undefined && (
          <>
            请在 <Time value={passwordExpiresAt} dayOnly /> 前更换，修改后其他设备须重新登录。
          </>
        )}
      </p>
      <PasswordForm submitText="修改密码" done={() => toast.success('密码已修改，其他设备已退出登录')} />
    </Section>
  )
}
