// 账号安全: settings by which people protect their own account.
import { getAccount } from '@yunshu/contract/session/account'
import { useCall } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { FactorSection } from './FactorSection.tsx'
import { LoginsSection } from './LoginsSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import '../../ui/record/record.css'
import './account.css'

/** Screen Account. */
export default function AccountPage() {
  const { data, error, refetch } = useCall(getAccount, {}, { quiet: true })
  return (
    <article className="ys-page ys-record-page">
      <header className="ys-page-head ys-head-said">
        <h1>账号安全</h1>
        {data && <span className="ys-weak">账号 {data.account}</span>}
      </header>
      <div className="ys-page-body">
        <div className="ys-record account-body">
          <div className="account-own">
            {error && !data ? (
              <ErrorState error={error} retry={() => void refetch()} />
            ) : !data ? (
              <Skeleton lines={8} />
            ) : (
              <PasswordSection account={data} />
            )}
          </div>
          <div className="account-signed">
            {data && <FactorSection account={data} />}
            <SessionsSection />
            <LoginsSection />
          </div>
        </div>
      </div>
    </article>
  )
}
