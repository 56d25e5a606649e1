// A carrier that owes the house, said above the trucks that are appointed; debts above the limit are confirmed first.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { AppointView } from '@yunshu/contract/task/task'
import { printMoney } from '@yunshu/domain/figures/money'
import { Alert, Checkbox } from 'antd'
import { Money, Time } from '../../ui/Figures.tsx'

interface CarrierDebtProps {
  view: AppointView
  isSeen: boolean
  onSee: (isSeen: boolean) => void
}

/** Its debts with the branch, for those who see them, and the confirmation where they pass the limit of the house. */
export function CarrierDebt({ view: { task, carrierDebt, debtLimit }, isSeen, onSee }: CarrierDebtProps) {
  if (carrierDebt === undefined && debtLimit === undefined) return null
  const carrier = task.carrierName
  return (
    <Alert
      type={debtLimit === undefined ? 'warning' : 'error'}
      showIcon
      title={
        carrierDebt === undefined ? (
          `${carrier}在本分公司的欠款超过上限，详情请问本公司财务`
        ) : (
          <>
            {carrier}在本分公司有 {carrierDebt.count} 笔欠款未还，共 <Money value={carrierDebt.owed} strong />{' '}
            元，最早一笔 <Time value={carrierDebt.oldestAt} dayOnly whole />
            {debtLimit === undefined ? '。不影响派车。' : '。'}
          </>
        )
      }
      description={
        debtLimit !== undefined && (
          <Checkbox checked={isSeen} onChange={({ target }) => onSee(target.checked)}>
            欠款超过上限 {printMoney(debtLimit)} 元，我已知悉，仍要派车
          </Checkbox>
        )
      }
      action={
        carrierDebt !== undefined && (
          <a className="ys-link" href={listUrl('DebtList', { state: 'open', text: carrier })}>
            看欠款
          </a>
        )
      }
    />
  )
}
