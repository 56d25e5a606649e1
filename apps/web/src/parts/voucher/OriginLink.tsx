// The document a voucher comes of, as a link to it for people who may open its page.
import { listUrl, screens, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { voucherSources, type VoucherSource } from '@yunshu/domain/voucher/voucherPages'
import { isAllowed } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { NumberedWaybill } from './NumberedWaybill.tsx'

/** The list each kind of document is found in by its number. */
const listOf: Readonly<Partial<Record<VoucherSource, ScreenName>>> = {
  topUp: 'FundList',
  fund: 'FundList',
  remittance: 'RemittanceList',
  fuelIssue: 'FuelIssues',
  fuelShift: 'FuelShifts',
  debt: 'DebtList',
  writeOff: 'WriteOffList',
  refund: 'RefundList',
  deposit: 'DepositList',
  depositBack: 'DepositBackList',
}

interface OriginLinkProps {
  source: VoucherSource
  number?: string | undefined
}

export function OriginLink({ source, number }: OriginLinkProps) {
  const isSheet = source === 'settlement' || source === 'sheetChange'
  const name = isSheet ? 'SettlementNormal' : listOf[source]
  const permit = name === undefined ? 'session' : screens[name].permit
  const mayOpen = useSession(({ jurisdiction }) => permit === 'session' || isAllowed(jurisdiction, permit))
  if (number === undefined) return voucherSources[source]
  if (source === 'waybill') return <NumberedWaybill waybillNo={number} />
  if (name === undefined || !mayOpen) return `${voucherSources[source]} ${number}`
  const to = isSheet ? screenUrl(name, { settlementNum: number }) : listUrl(name, { text: number })
  return (
    <>
      {voucherSources[source]}{' '}
      <a className="ys-link" href={to}>
        {number}
      </a>
    </>
  )
}
