// The price of the lane by one's own deals of late, under the field of the price.
import { getPriceHint } from '@yunshu/contract/goods/priceHint'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { pricings } from '@yunshu/domain/goods/goods'
import { hintRules } from '@yunshu/domain/goods/priceHint'
import { DAY_MS } from '@yunshu/domain/figures/time'
import type { FormInstance } from 'antd'
import { useCan } from '../../lib/can.ts'
import { useIsPlatform } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import type { GoodsDraft } from './publishForm.ts'

const asked = ({ loadPoints, unloadPoints, pricing, shipperId }: GoodsDraft) => ({
  loadRegion: loadPoints?.[0]?.regionCode,
  unloadRegion: unloadPoints?.at(-1)?.regionCode,
  pricing,
  shipperId,
})

/** Nothing is said where there are too few deals, or the question failed: the price is the person's to know. */
export function PriceHint({ form }: { form: FormInstance }) {
  const { loadRegion, unloadRegion, pricing, shipperId } = useFormPick(form, asked)
  const isPlatform = useIsPlatform()
  const sees = useCan('price.shipper')
  const isWhole = typeof loadRegion === 'string' && typeof unloadRegion === 'string' && pricing !== undefined
  const { data } = useCall(
    getPriceHint,
    {
      loadRegion: isWhole ? loadRegion : '',
      unloadRegion: isWhole ? unloadRegion : '',
      pricing: pricing ?? 'PER_TON',
      ...(isPlatform && shipperId !== undefined ? { shipperId } : {}),
    },
    { quiet: true, enabled: sees && isWhole && (!isPlatform || shipperId !== undefined) },
  )
  if (!data?.hint || pricing === undefined) return null
  const { count, low, middle, high } = data.hint
  return (
    <>
      贵公司近 {hintRules.forMs / DAY_MS} 天本线路成交 {count} 单，{printUnitPrice(low)}～{printUnitPrice(high)}，中间价{' '}
      {printUnitPrice(middle)} {pricings[pricing].label}
    </>
  )
}
