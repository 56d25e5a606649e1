// Records of a batch, one a line: number, whose, how much, and what became of each with its reason.
import type { BatchItem } from '@yunshu/contract/batch'
import { batchActs, batchFlags, batchOutcomes, type BatchAct } from '@yunshu/domain/batch'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Money } from '../../ui/Figures.tsx'
import './batch.css'

/**
 * Address of the record's page; a shipper whose statement is not made has the list of statements, and a voucher, whose page
 * is one of several, its row in their list.
 */
export function recordUrl(
  act: BatchAct,
  { number, recordId, outcome }: Pick<BatchItem, 'number' | 'recordId' | 'outcome'>,
): string {
  const { of } = batchActs[act]
  if (of === 'waybill') return screenUrl('WaybillDetails', { id: recordId })
  if (of === 'settlement') return screenUrl('SettlementNormal', { settlementNum: number })
  if (of === 'voucher')
    return `${screenUrl('VoucherList')}?${new URLSearchParams({ ids: JSON.stringify([recordId]) }).toString()}`
  if (of === 'input') return `${screenUrl('QueryInvoiceVoucher', { id: recordId })}?of=input`
  if (of === 'agreement') return screenUrl('AgreementDetails', { id: recordId })
  if (of === 'invoiceApp') return screenUrl('InvoiceApp', { id: recordId })
  return outcome === 'done' || act !== 'makeStatement'
    ? screenUrl('StatementDetails', { id: recordId })
    : screenUrl('StatementList')
}

/** The marks of a record in words. */
export const flagWords = ({ flags }: Pick<BatchItem, 'flags'>): string => flags.map(flag => batchFlags[flag]).join('、')

/** The reason of a row: a flagged one says its marks. */
const reasonOf = (item: BatchItem): string => item.reason ?? (item.outcome === 'flagged' ? flagWords(item) : '')

export function BatchItems({ act, items }: { act: BatchAct; items: readonly BatchItem[] }) {
  return (
    <ul className="bt-list bt-items" aria-label="逐条结果">
      {items.map(item => (
        <li key={item.recordId} data-outcome={item.outcome}>
          <a className="ys-link ys-figure" href={recordUrl(act, item)}>
            {item.number}
          </a>
          <span className="bt-name">{item.name}</span>
          <span className="bt-amount">{item.amount !== undefined && <Money value={item.amount} />}</span>
          <strong>{item.outcome === undefined ? '待办理' : batchOutcomes[item.outcome]}</strong>
          <span className="bt-reason">{reasonOf(item)}</span>
        </li>
      ))}
    </ul>
  )
}
