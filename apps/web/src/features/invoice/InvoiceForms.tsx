// The choice of form at the head of the invoice query: one frame, one address for each form.
import { screens, screenUrl, type ScreenName } from '@yunshu/contract/screens/screens'
import { invoiceForms, type InvoiceForm } from '@yunshu/domain/invoice/invoice'
import { Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'

const screenOf = {
  apply: 'QueryInvoiceApply',
  issued: 'QueryInvoiceIssued',
  input: 'QueryInvoiceInput',
  red: 'QueryInvoiceRed',
} as const satisfies Record<InvoiceForm, ScreenName>
type Shown = keyof typeof screenOf
const forms = Object.keys(screenOf) as Shown[]

/** The forms a side has; each leads to its own tab, which keeps its filter. */
export function InvoiceForms({ form }: { form: Shown }) {
  const navigate = useNavigate()
  const sides = sidesOf(useSession(session => session.info))
  const own = forms.filter(key => {
    const { sides: of } = screens[screenOf[key]]
    return (
      of === undefined || of.some(side => sides.includes(side) || (side === 'platform' && sides.includes('branch')))
    )
  })
  if (own.length < 2) return null
  return (
    <Segmented
      options={own.map(value => ({ value, label: invoiceForms[value] }))}
      value={form}
      onChange={next => void navigate(screenUrl(screenOf[next]))}
      aria-label="发票查询"
    />
  )
}
