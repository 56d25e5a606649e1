// The claims of money that came: each with whose it is, its share, its receipt, and the way to take it back.
import type { RemittanceClaim, RemittanceDetail } from '@yunshu/contract/remittance/remittance'
import { remittanceStates } from '@yunshu/domain/remittance'
import { Button } from 'antd'
import { useState } from 'react'
import { MoneyReceipt, type ReceivedMoney } from '../../parts/receipt/MoneyReceipt.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import type { usePaper } from '../../ui/usePaper.tsx'
import { RemittanceDialog } from './RemittanceDialog.tsx'
import { claimedFor } from './remittanceFacts.tsx'

/** A claim for a shipper or for debts as its receipt says it; a deposit has a receipt of its own. */
export function receivedOf(row: RemittanceDetail, claim: RemittanceClaim): ReceivedMoney | undefined {
  const from = claim.shipperName ?? claim.debtorName
  if (claim.undone !== undefined || from === undefined) return undefined
  const reason = claim.debtorName === undefined ? '运费' : '归还欠款'
  return { ...row, amount: claim.amount, no: row.remittanceNo, from, sender: row.payerName, reason }
}

interface RemittanceClaimsProps {
  remittance: RemittanceDetail
  print: ReturnType<typeof usePaper>['print']
}

/** All claims, those taken back among them; one alone has its acts in the head of the drawer. */
export function RemittanceClaims({ remittance, print }: RemittanceClaimsProps) {
  const { claims, moves } = remittance
  const [undoing, setUndoing] = useState<string>()
  const hasActs = claims.filter(({ undone }) => undone === undefined).length > 1
  if (claims.length === 0) return null
  const acts: Column<RemittanceClaim> = {
    key: 'acts',
    title: '操作',
    width: 150,
    render: claim => {
      const received = receivedOf(remittance, claim)
      return (
        <span className="ys-remittance-acts">
          {received && (
            <Button
              size="small"
              aria-label={`打印 ${claimedFor(claim)} 的收据`}
              onClick={() => print(remittance.id, <MoneyReceipt of={received} />)}
            >
              收据
            </Button>
          )}
          {claim.undone === undefined && moves.includes('unclaim') && (
            <Button
              size="small"
              danger
              aria-label={`撤销 ${claimedFor(claim)} 的认领`}
              onClick={() => setUndoing(claim.id)}
            >
              撤销
            </Button>
          )}
        </span>
      )
    },
  }
  return (
    <Section title="认领记录">
      <SimpleTable
        title="认领记录"
        rows={claims}
        columns={hasActs ? [...columns, acts] : columns}
        rowKey={({ id }) => id}
      />
      {undoing !== undefined && (
        <RemittanceDialog row={remittance} move="unclaim" claimId={undoing} onClose={() => setUndoing(undefined)} />
      )}
    </Section>
  )
}

const columns: readonly Column<RemittanceClaim>[] = [
  {
    key: 'for',
    title: '认给',
    width: 220,
    render: claim => (
      <>
        {claimedFor(claim)} {claim.undone !== undefined && <Tag tone="idle">已撤销</Tag>}
      </>
    ),
  },
  {
    key: 'amount',
    title: '金额(元)',
    width: 120,
    align: 'right',
    render: ({ amount, undone }) => (
      <span className={undone === undefined ? undefined : 'ys-weak'}>
        <Money value={amount} />
      </span>
    ),
  },
  textColumn('by', '认领人', ({ by }) => by, { width: 100 }),
  { key: 'at', title: '认领时间', width: 130, render: ({ at }) => <Time value={at} /> },
  textColumn(
    'undone',
    '说明',
    ({ undone }) =>
      undone === undefined ? '' : `${undone.by} ${remittanceStates.moves.unclaim.label}：${undone.reason}`,
    { width: 180 },
  ),
]
