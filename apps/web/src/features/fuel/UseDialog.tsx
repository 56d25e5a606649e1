// Looking at a difference of the provider's file again, or explaining it.
import { moveFuelUse, type FuelUseRow } from '@yunshu/contract/fuel/use'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelUseFaults, fuelUseStates, type FuelUseStep } from '@yunshu/domain/fuel/fuel'
import { Money, Time } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('fuel')
const notes: Readonly<Record<FuelUseStep, string>> = {
  match: '补登油卡、补发油费或解冻以后，再和发放记录比对一次。',
  explain: '说明后不再比对，这笔消费不计入任何运单。请写明向谁核实、怎样处理。',
}

interface UseDialogProps {
  row: FuelUseRow
  move: FuelUseStep
  onClose: () => void
}

/** One dialog for both steps. */
export function UseDialog({ row, move, onClose }: UseDialogProps) {
  const step = fuelUseStates.moves[move]
  const seen = { id: row.id, version: row.version, move }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.serial}`}
      about={{ call: moveFuelUse, fixed: seen, url: listUrl('FuelUses', { text: row.serial }) }}
      note={notes[move]}
      facts={[
        ['差异', row.fault && fuelUseFaults[row.fault]],
        ['卡号或券码', row.cardNo ?? row.couponNo],
        ['消费时间', <Time key="at" value={row.usedAt} whole />],
        ['油站', row.station],
        ['金额(元)', <Money key="amount" value={row.amount} strong />],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveFuelUse, { ...seen, ...why })}
      onClose={onClose}
    />
  )
}
