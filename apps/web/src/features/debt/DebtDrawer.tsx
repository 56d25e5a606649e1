// One debt beside the list: its plan, the money that paid it, papers, vouchers and history.
import { getDebt, uploadDebtPaper, type DebtDetail, type DebtRow } from '@yunshu/contract/debt/debt'
import { debtStageTable } from '@yunshu/contract/debt/debtColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { debtFacts, debtPaidFacts } from './debtFacts.tsx'

const changed = staleAfter('debt')

interface DebtDrawerProps {
  id: string
  /** The acts open to the reader, as the row has them. */
  actions: (row: DebtRow) => readonly RowAction[]
  onPlan: (row: DebtDetail) => void
  onClose: () => void
}

export function DebtDrawer({ id, actions, onPlan, onClose }: DebtDrawerProps) {
  const answer = useCall(getDebt, { id }, { quiet: true })
  const { data } = answer
  const canCollect = useCan('debt.collect')
  const isOpen = data?.stage === 'open' || data?.stage === 'partly'
  return (
    <RowDrawer
      id={id}
      title={`欠款 ${data?.debtNo ?? ''}`}
      answer={answer}
      width={600}
      onClose={onClose}
      extra={
        <DrawerActs
          actions={
            data && [
              ...actions(data),
              ...(isOpen && canCollect ? [{ label: '约定分期', isAside: true, onClick: () => onPlan(data) }] : []),
            ]
          }
        />
      }
    >
      {data && <Body debt={data} />}
    </RowDrawer>
  )
}

function Body({ debt }: { debt: DebtDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={debtStageTable} state={debt.stage} />],
          ...debtFacts(debt),
          ...debtPaidFacts(debt),
        ]}
      />
      <Plan debt={debt} />
      <Payments debt={debt} />
      <Papers debt={debt} />
      <VoucherLinks
        of={debt.vouchers}
        urlOf={({ id }) => screenUrl('AccountingVoucher', { id, branchCompanyId: debt.branchCompanyId })}
      />
      <Section title="操作记录">
        <LogTimeline log={debt.log} />
      </Section>
    </>
  )
}

function Plan({ debt: { instalments } }: { debt: DebtDetail }) {
  if (instalments.length === 0) return null
  return (
    <Section title={`分期（${instalments.length} 期）`}>
      <table className="ys-table ys-debt-plan">
        <thead>
          <tr>
            <th>期</th>
            <th>到期日</th>
            <th className="ys-right">金额(元)</th>
            <th className="ys-right">已收(元)</th>
          </tr>
        </thead>
        <tbody>
          {instalments.map(({ dueAt, amount, paid, isLate }, n) => (
            <tr key={dueAt}>
              <td>{n + 1}</td>
              <td>
                <Time value={dueAt} dayOnly whole />
                {isLate && <strong className="ys-fault"> 逾期</strong>}
              </td>
              <td className="ys-right">
                <Money value={amount} />
              </td>
              <td className="ys-right">
                <Money value={paid} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Payments({ debt: { payments } }: { debt: DebtDetail }) {
  if (payments.length === 0) return null
  return (
    <Section title="收回记录">
      <ul className="ys-debt-list" aria-label="收回记录">
        {payments.map(({ at, remittanceNo, isDeposit, amount, isUndone, by }) => (
          <li key={`${at} ${remittanceNo} ${String(isUndone)}`}>
            <Time value={at} whole /> {isDeposit ? '押金' : '来款'} {remittanceNo}：{isUndone ? '撤销收回' : '收回'}{' '}
            <Money value={amount} /> 元，
            {by}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Papers({ debt: { id, files } }: { debt: DebtDetail }) {
  const upload = useSend(uploadDebtPaper, { quiet: true, invalidates: changed })
  return (
    <PhotosSection
      title="依据"
      what="对账、催收与核销的依据"
      files={files}
      canAdd={useCan('debt.collect')}
      isBusy={upload.isBusy}
      onSend={options => upload.submit({ id }, options)}
      onReload={() => void refreshStale(changed)}
    />
  )
}
