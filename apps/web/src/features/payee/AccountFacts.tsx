// The account of a payee: whose it is, where it is kept, and who looked at it.
import type { PayeeDetails } from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { Secret } from '../../ui/Secret.tsx'

export function AccountFacts({ payee }: { payee: PayeeDetails }) {
  const it = payee
  const secret = (field: 'idNo' | 'accountNo' | 'mobile', mask: string) => (
    <Secret of={{ kind: 'payee', id: it.id, field }} mask={mask} />
  )
  return (
    <Section title="账户">
      <Facts
        items={[
          ['类型', payeeKinds[it.kind]],
          [
            '账户归属',
            it.driverId === undefined ? (
              '代收'
            ) : (
              <a key="driver" className="ys-link" href={screenUrl('DriverDetails', { id: it.driverId })}>
                司机本人（{it.driverName}）
              </a>
            ),
          ],
          [it.kind === 'PERSON' ? '身份证号' : '统一社会信用代码', secret('idNo', it.idNo)],
          ['手机号', it.mobile.includes('*') ? secret('mobile', it.mobile) : <Phone key="mobile" value={it.mobile} />],
          ['开户银行', it.bank],
          ['联行号', it.bankCode],
          ['银行账号', secret('accountNo', it.accountNo)],
          ['承运商', it.carrierName],
          ['登记时间', <Time key="created" value={it.createdAt} />],
          [
            '审核',
            it.verifiedAt === undefined ? undefined : (
              <span key="verified">
                {it.verifiedBy} <Time value={it.verifiedAt} />
              </span>
            ),
          ],
        ]}
      />
    </Section>
  )
}
