// Taking back what was not used of fuel that was handed out.
import { recoverFuel, type FuelIssueRow } from '@yunshu/contract/fuel/issue'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelIssueStates } from '@yunshu/domain/fuel/fuel'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('fuel', 'voucher')
const step = fuelIssueStates.moves.recover

/** The sum that was seen is the sum that is taken back. */
export function RecoverDialog({ row, onClose }: { row: FuelIssueRow; onClose: () => void }) {
  const seen = { id: row.id, version: row.version, expectLeft: row.left }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.issueNo}`}
      about={{ call: recoverFuel, fixed: seen, url: listUrl('FuelIssues', { text: row.issueNo }) }}
      note="未用的金额回到账户余额，运单的油费随之减少，签收时多付现金。签收以后不能回收。"
      facts={[
        ['运单号', row.waybillNo],
        ['卡号或券码', row.cardNo ?? row.couponNo],
        ['发放(元)', <Money key="amount" value={row.amount} />],
        ['已用(元)', <Money key="used" value={row.used} />],
        ['回收(元)', <Money key="left" value={row.left} strong />],
      ]}
      invalidates={invalidates}
      onSend={(send, { reason }) => send(recoverFuel, { ...seen, reason })}
      onClose={onClose}
    />
  )
}
