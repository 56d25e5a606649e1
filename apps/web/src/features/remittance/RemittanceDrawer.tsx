// One remittance beside the list: whose it may be and the claim, what it paid by name, its vouchers and its history.
import { getRemittance, type RemittanceDetail, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { remittanceStates } from '@yunshu/domain/remittance'
import { Button } from 'antd'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { MoneyReceipt } from '../../parts/receipt/MoneyReceipt.tsx'
import { SlipFiles } from '../../parts/receipt/SlipFiles.tsx'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { moneyColumn, textColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { DrawerHero } from '../../ui/list/DrawerHero.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { More } from '../../ui/list/RowActions.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { RemittanceClaim } from './RemittanceClaim.tsx'
import { receivedOf, RemittanceClaims } from './RemittanceClaims.tsx'
import { factsBeside, leadingSum, returnFacts } from './remittanceFacts.tsx'
import { RemittanceRefunds } from './RemittanceRefunds.tsx'
import { RemittanceTag } from './RemittanceTag.tsx'

const claimLabel = remittanceStates.moves.claim.label

interface RemittanceDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them; the claim has its place in the body. */
  actions: (row: RemittanceRow) => readonly RowAction[]
  onClose: () => void
}

export function RemittanceDrawer({ id, actions, onClose }: RemittanceDrawerProps) {
  const answer = useCall(getRemittance, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('remittance')
  // of several claims each has a receipt of its own
  const [only, ...others] = data?.claims.filter(({ undone }) => undone === undefined) ?? []
  const received = data && only && others.length === 0 ? receivedOf(data, only) : undefined
  return (
    <RowDrawer
      id={id}
      title={`来款 ${data?.remittanceNo ?? ''}`}
      answer={answer}
      width={640}
      onClose={onClose}
      extra={
        <DrawerActs actions={data?.moves.includes('claim') ? [] : data && actions(data)}>
          {data?.moves.includes('claim') && (
            <More as="ys-more-button" actions={actions(data).filter(({ label }) => label !== claimLabel)} />
          )}
          {received && <Button onClick={() => print(id, <MoneyReceipt of={received} />)}>打印收据</Button>}
        </DrawerActs>
      }
    >
      {data && <Body remittance={data} print={print} onClose={onClose} />}
      {sheet}
    </RowDrawer>
  )
}

interface BodyProps {
  remittance: RemittanceDetail
  print: ReturnType<typeof usePaper>['print']
  onClose: () => void
}

function Body({ remittance, print, onClose }: BodyProps) {
  const isMobile = useMobile()
  const { value, label } = leadingSum(remittance)
  const claim = remittance.moves.includes('claim') && (
    // begun anew where a claim has left less of it: the sum on offer is what is left
    <RemittanceClaim key={`${remittance.id} ${remittance.rest}`} remittance={remittance} onClose={onClose} />
  )
  return (
    <>
      <DrawerHero
        tag={<RemittanceTag of={remittance} />}
        line={[remittance.payerName, remittance.bankNote]}
        figure={{ value: <Money value={value} />, label }}
      />
      {/* the facts of one column would push the claim below the fold */}
      {isMobile && claim}
      <Facts
        items={[
          ...factsBeside(remittance),
          ['复核人', remittance.checker],
          ['认领货主', remittance.shipperName],
          ['收回欠款', remittance.debtorName],
          ['押金', remittance.depositNo],
          ...returnFacts(remittance),
          ['认领人', remittance.claimer],
          ['原因', remittance.reason, 'wide'],
        ]}
      />
      {!isMobile && claim}
      <SlipFiles files={remittance.files} isOfFile={remittance.isOfFile} />
      <RemittanceClaims remittance={remittance} print={print} />
      <RemittanceRefunds rows={remittance.refunds} />
      {remittance.receivables.length > 0 && <Paid rows={remittance.receivables} />}
      <VoucherLinks
        of={remittance.vouchers}
        urlOf={({ id }) => screenUrl('AccountingVoucher', { id, branchCompanyId: remittance.branchCompanyId })}
      />
      <Section title="操作记录">
        <LogTimeline log={remittance.log} />
      </Section>
    </>
  )
}

/** The waybills a claim named. */
const Paid = ({ rows }: { rows: RemittanceDetail['receivables'] }) => (
  <Section title="核销运单">
    <SimpleTable title="核销运单" rows={rows} columns={paidColumns} rowKey={({ waybillId }) => waybillId} />
  </Section>
)

const paidColumns: readonly Column<RemittanceDetail['receivables'][number]>[] = [
  waybillColumn(),
  moneyColumn('amount', '核销', row => row.amount),
  moneyColumn('tail', '尾差', row => row.tail, { width: 90 }),
  textColumn('isGivenBack', '说明', row => (row.isGivenBack ? '运单作废或红冲，已转预收' : ''), { width: 150 }),
]
