// The document a voucher comes of, as a link to it for people who may open its page.
import { screens } from '@yunshu/contract/screens/screens'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { voucherSources } from '@yunshu/domain/voucher/voucherPages'
import { isAllowed } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { NumberedWaybill } from './NumberedWaybill.tsx'
import { originPlace } from './originPlace.ts'

/** Nothing for a voucher whose reader sees no document of it. */
export function OriginLink({ voucher }: { voucher: VoucherDetail }) {
  const place = originPlace(voucher)
  const permit = place === undefined ? 'session' : screens[place.screen].permit
  const mayOpen = useSession(({ jurisdiction }) => permit === 'session' || isAllowed(jurisdiction, permit))
  if (voucher.origin === undefined) return null
  const { source, number } = voucher.origin
  if (number === undefined) return voucherSources[source]
  if (source === 'waybill') return <NumberedWaybill waybillNo={number} />
  if (place === undefined || !mayOpen) return `${voucherSources[source]} ${number}`
  return (
    <>
      {voucherSources[source]}{' '}
      <a className="ys-link" href={place.to}>
        {number}
      </a>
    </>
  )
}
