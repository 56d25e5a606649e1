// A carrier that owes the house, said above the trucks that are appointed.
import { listUrl } from '@yunshu/contract/screens/screens'
import type { AppointView } from '@yunshu/contract/task/task'
import { Alert } from 'antd'
import { Money, Time } from '../../ui/Figures.tsx'

type DebtProps = NonNullable<AppointView['carrierDebt']> & { readonly carrier: string }

/** Its debts with the branch; they stop nothing. */
export function CarrierDebt({ owed, count, oldestAt, carrier }: DebtProps) {
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          {carrier}在本分公司有 {count} 笔欠款未还，共 <Money value={owed} strong /> 元，最早一笔{' '}
          <Time value={oldestAt} dayOnly whole />
          。不影响派车。
        </>
      }
      action={
        <a className="ys-link" href={listUrl('DebtList', { state: 'open', text: carrier })}>
          看欠款
        </a>
      }
    />
  )
}
