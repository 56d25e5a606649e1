// The vouchers a record made, in its drawer.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Section } from '../../ui/Facts.tsx'

interface Linked {
  readonly id: string
  readonly voucherNo: string
}
interface VoucherLinksProps<V extends Linked> {
  readonly of: readonly V[]
  /** The page of a voucher, where it is another than that of entries of all kinds. */
  readonly urlOf?: (voucher: V) => string
}

const otherUrl = ({ id }: Linked): string => screenUrl('OtherVoucher', { id })

/** Nothing where there are none, or the reader sees none. */
export function VoucherLinks<V extends Linked>({ of, urlOf = otherUrl }: VoucherLinksProps<V>) {
  if (of.length === 0) return null
  return (
    <Section title="凭证">
      {of.map(voucher => (
        <p key={voucher.id}>
          <a className="ys-link" href={urlOf(voucher)}>
            {voucher.voucherNo}
          </a>
        </p>
      ))}
    </Section>
  )
}
