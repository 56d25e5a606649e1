// Section 动态验证码: whether logins ask for it, who ought to have it, and setting it up or giving it up.
import type { getAccount } from '@yunshu/contract/session/account'
import type { Output } from '@yunshu/contract/call'
import { moneyPermits, permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const FactorSetup = lazy(async () => ({ default: (await import('./FactorSetup.tsx')).FactorSetup }))
const FactorOff = lazy(async () => ({ default: (await import('./FactorOff.tsx')).FactorOff }))

/** Recovery codes left at which new ones should be made. */
const fewCodes = 3

export function FactorSection({
  account: { account, factor, hasSecondFactor, money },
}: {
  account: Output<typeof getAccount>
}) {
  const [dialog, setDialog] = useState<'setup' | 'off'>()
  const close = (): void => setDialog(undefined)
  return (
    <Section title="动态验证码" extra={factor ? <Tag tone="good">已启用</Tag> : <Tag tone="idle">未启用</Tag>}>
      <div className="account-factor">
        {money.restsUntil !== undefined && (
          <Alert
            type="warning"
            showIcon
            title={
              <>
                登录方式或权限刚由同事变更，{permitWords(restingPermits)}的权限暂停至 <Time value={money.restsUntil} />
              </>
            }
          />
        )}
        {money.isHeld && !factor && (
          <Alert
            type="warning"
            showIcon
            title={
              money.needsFactor
                ? `您的企业要求用动态验证码登录后才能使用资金权限（${permitWords(moneyPermits)}），请先启用`
                : `您有资金权限（${permitWords(moneyPermits)}），建议启用动态验证码保护资金安全`
            }
          />
        )}
        {money.isHeld && factor && money.needsFactor && !hasSecondFactor && (
          <Alert
            type="warning"
            showIcon
            title={`本次登录未使用动态验证码，使用资金权限（${permitWords(moneyPermits)}）前请重新登录`}
          />
        )}
        {factor && factor.recoveryLeft <= fewCodes && (
          <Alert
            type="warning"
            showIcon
            title={
              factor.recoveryLeft === 0
                ? '恢复码已用完，请停用后重新启用以获取新的恢复码'
                : `恢复码只剩 ${factor.recoveryLeft} 个，请停用后重新启用以获取新的恢复码`
            }
          />
        )}
        <p className="ys-weak">
          启用后，登录时除密码外还须输入手机验证器应用上的 6
          位动态码，密码泄露也无法登录。可使用微信小程序“腾讯身份验证器”、Microsoft Authenticator 等。
        </p>
        {factor ? (
          <p>
            <Time value={factor.since} /> 启用，剩余恢复码 {factor.recoveryLeft} 个
          </p>
        ) : undefined}
        {factor ? (
          <Button danger onClick={() => setDialog('off')}>
            停用
          </Button>
        ) : (
          <Button type={money.isHeld ? 'primary' : 'default'} onClick={() => setDialog('setup')}>
            启用动态验证码
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {dialog === 'setup' && <FactorSetup account={account} onClose={close} />}
        {dialog === 'off' && <FactorOff onClose={close} />}
      </Suspense>
    </Section>
  )
}
