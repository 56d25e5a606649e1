// The page before the portal while the password has to be changed: the reason, the form, and the way out.
import { logout } from '@yunshu/contract/session/session'
import { passwordPolicies } from '@yunshu/domain/account/password'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { send } from '../../lib/send.ts'
import { useSession, type PasswordMust } from '../../lib/session.ts'
import { endSession } from '../../lib/sessionEnd.ts'
import { settleSoon } from '../../lib/settled.ts'
import { toast } from '../../lib/toast.ts'
import { Overlay } from '../../ui/Overlay.tsx'
import { PasswordForm } from './PasswordForm.tsx'

const leave = async (): Promise<void> => {
  await send(logout, {}, { quiet: true }).catch(() => undefined)
  await endSession()
}

/** `done`: the password is changed, the portal may open. */
export default function MustChange({ why, done }: { why: PasswordMust; done: () => void }) {
  const { product, passwordPolicy } = loadedConfig()
  const name = useSession(session => session.info?.name)
  useEffect(() => {
    document.title = `${product} - 修改密码`
    // messages are drawn once the first page is; here there is none
    settleSoon()
  }, [product])
  const reason =
    why === 'first'
      ? '您正在使用初始密码。请设置只有您自己知道的新密码，之后才能使用系统'
      : `您的密码已使用超过 ${passwordPolicies[passwordPolicy].days ?? 90} 天。请设置新密码，之后才能使用系统`
  return (
    <main className="account-must">
      <section aria-label="修改密码">
        <h1>修改密码</h1>
        <p className="ys-weak">{name}，您好</p>
        <Alert type="warning" showIcon title={reason} />
        <PasswordForm
          submitText="修改密码并进入系统"
          done={() => {
            toast.success('密码已修改')
            done()
          }}
        />
        <Button type="link" onClick={() => void leave()}>
          退出登录
        </Button>
      </section>
      <Overlay />
    </main>
  )
}
