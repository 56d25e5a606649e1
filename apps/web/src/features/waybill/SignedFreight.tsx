// The freight a signature is about to fix, and the figures it is made of, on the accounts the reader may see.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { Money } from '../../ui/Figures.tsx'
import { freightParts } from './freightParts.ts'

/** One line for each account; nothing for a reader of no price. */
export function SignedFreight({ waybill }: { waybill: WaybillDetail }) {
  return (['SHIPPER', 'CARRIER'] as const).map(account => {
    const amount = account === 'SHIPPER' ? waybill.shipperFreight : waybill.carrierFreight
    if (amount === undefined) return null
    return (
      <p key={account}>
        签收后{account === 'SHIPPER' ? '托运' : '承运'}运费确定为 <Money value={amount} strong /> 元
        <span className="ys-weak">（{freightParts(waybill, account)}）</span>
      </p>
    )
  })
}
