// Collecting a debt: one of the remittances nobody has claimed in its branch pays it.
import type { DebtRow } from '@yunshu/contract/debt/debt'
import { claimRemittance, listRemittances, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { smallerFen, type Fen } from '@yunshu/domain/figures/money'
import { Radio } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { Money, Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { debtFacts } from './debtFacts.tsx'
import './debt.css'

const invalidates = staleAfter('debt', 'remittance', 'voucher')
/** The newest remittances of a branch that wait; more are found on their own page. */
const shownMost = 50

/** The payer is the carrier that owes. */
const isOf = (debt: DebtRow, { payerName }: RemittanceRow): boolean => payerName === debt.carrierName

export function CollectDialog({ row, onClose }: { row: DebtRow; onClose: () => void }) {
  const [chosen, setChosen] = useState<RemittanceRow>()
  const title = `登记收回 ${row.debtNo}`
  const { typed, type, draft } = useTyped<{ amount: Fen | Unreadable | undefined }>(
    { call: claimRemittance, fixed: { debtId: row.id }, title },
    { amount: undefined },
  )
  const amount =
    typed.amount === undefined || isUnreadable(typed.amount) || typed.amount <= 0 ? undefined : typed.amount
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
      title={title}
      draft={draft}
      okText="用所选来款收回"
      isReady={chosen !== undefined && amount !== undefined}
      onClose={onClose}
      onSend={async () =>
        chosen &&
        amount !== undefined &&
        submit({ id: chosen.id, version: chosen.version, debtId: row.id, amount, expectAmount: chosen.rest })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>
        承运商转来的钱先在“来款认领”登记并确认到账，再在这里用它收回。先还这一笔，多填的依次还该承运商更早的欠款；来款比欠款多的，余下继续待认领。
      </p>
      <Facts items={debtFacts(row)} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Choice
          rows={data.rows.toSorted((a, b) => Number(isOf(row, b)) - Number(isOf(row, a)))}
          isOwn={each => isOf(row, each)}
          chosen={chosen}
          onChoose={next => {
            setChosen(next)
            type({ amount: next && smallerFen(next.rest, row.open) })
          }}
        />
      ) : (
        <Skeleton />
      )}
      {chosen !== undefined && (
        <DialogField label="收回金额(元)" isRequired>
          {id => <MoneyInput id={id} value={typed.amount} onChange={next => type({ amount: next })} />}
        </DialogField>
      )}
    </WriteDialog>
  )
}

interface ChoiceProps {
  /** Those of the debtor first. */
  rows: readonly RemittanceRow[]
  isOwn: (row: RemittanceRow) => boolean
  chosen: RemittanceRow | undefined
  onChoose: (row: RemittanceRow | undefined) => void
}

function Choice({ rows, isOwn, chosen, onChoose }: ChoiceProps) {
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
              <Money value={each.rest} /> 元{each.claimed > 0 && '（余款）'}
            </span>
            <Time value={each.date} dayOnly whole />
            {!isOwn(each) && <Tag tone="warn">付款户名与承运商不一致</Tag>}
          </span>
        ),
      }))}
      onChange={({ target }) => onChoose(rows.find(each => each.id === target.value))}
    />
  )
}
