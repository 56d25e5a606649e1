// Collecting a debt: one of the remittances nobody has claimed in its branch pays it.
import type { DebtRow } from '@yunshu/contract/debt/debt'
import { claimRemittance, listRemittances, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { Radio } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import { debtFacts } from './debtFacts.tsx'
import './debt.css'

const invalidates = staleAfter('debt', 'remittance', 'voucher')
/** The newest remittances of a branch that wait; more are found on their own page. */
const shownMost = 50

export function CollectDialog({ row, onClose }: { row: DebtRow; onClose: () => void }) {
  const [chosen, setChosen] = useState<RemittanceRow>()
  const { data, error, refetch } = useCall(
    listRemittances,
    { state: 'unclaimed', branchId: row.branchCompanyId, limit: shownMost },
    { quiet: true },
  )
  const { submit } = useSend(claimRemittance, {
    quiet: true,
    invalidates,
    done: () => toast.success('已收回欠款'),
  })
  return (
    <WriteDialog
      title={`登记收回 ${row.debtNo}`}
      okText="用所选来款收回"
      isReady={chosen !== undefined}
      onClose={onClose}
      onSend={async () =>
        chosen && submit({ id: chosen.id, version: chosen.version, debtId: row.id, expectAmount: chosen.amount })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>承运商转来的钱先在“来款认领”登记并确认到账，再在这里用它收回。先还这一笔，多出的依次还该承运商更早的欠款。</p>
      <Facts items={debtFacts(row)} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Choice rows={data.rows} chosen={chosen} onChoose={setChosen} />
      ) : (
        <Skeleton />
      )}
    </WriteDialog>
  )
}

interface ChoiceProps {
  rows: readonly RemittanceRow[]
  chosen: RemittanceRow | undefined
  onChoose: (row: RemittanceRow | undefined) => void
}

function Choice({ rows, chosen, onChoose }: ChoiceProps) {
  if (rows.length === 0)
    return (
      <p>
        本分公司没有待认领的来款，请先
        <a className="ys-link" href={screenUrl('RemittanceList')}>
          登记来款
        </a>
        。
      </p>
    )
  return (
    <Radio.Group
      className="ys-debt-choice"
      aria-label="待认领的来款"
      value={chosen?.id}
      options={rows.map(each => ({
        value: each.id,
        label: (
          <span className="ys-debt-money">
            <span>{each.remittanceNo}</span>
            <span>{each.payerName}</span>
            <span>
              <Money value={each.amount} /> 元
            </span>
            <Time value={each.date} dayOnly whole />
          </span>
        ),
      }))}
      onChange={({ target }) => onChoose(rows.find(each => each.id === target.value))}
    />
  )
}
