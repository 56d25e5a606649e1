// A carrier that owes the house, said above the trucks that are appointed; debts above the limit are confirmed first.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { AppointView } from '@yunshu/contract/task/task'
import { printMoney } from '@yunshu/domain/figures/money'
import { Alert, Checkbox } from 'antd'
import { useSession } from '../../lib/session.ts'
import { Money, Time } from '../../ui/Figures.tsx'

interface CarrierDebtProps {
  view: AppointView
  isSeen: boolean
  onSee: (isSeen: boolean) => void
}

/** Its debts with the branch, for those who see them, and the confirmation where they pass the limit of the house. */
export function CarrierDebt({ view: { task, branchName, carrierDebt, debtLimit }, isSeen, onSee }: CarrierDebtProps) {
  // a carrier reads of its own debts, and of the branch by its name
  const isOwn = useSession(({ info }) => info?.companyName === task.carrierName)
  if (carrierDebt === undefined && debtLimit === undefined) return null
  const carrier = isOwn ? '本公司' : task.carrierName
  return (
    <Alert
      type={debtLimit === undefined ? 'warning' : 'error'}
      showIcon
      title={
        carrierDebt === undefined ? (
          `${carrier}在${branchName}的欠款超过上限，详情请问本公司财务`
        ) : (
          <>
            {carrier}在{branchName}有 {carrierDebt.count} 笔欠款未还，共 <Money value={carrierDebt.owed} strong />{' '}
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
