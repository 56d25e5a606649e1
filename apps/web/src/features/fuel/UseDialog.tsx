// Looking at a difference of the provider's file again, or explaining it.
import { moveFuelUse, type FuelUseRow } from '@yunshu/contract/fuel/use'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelUseFaults, fuelUseStates } from '@yunshu/domain/fuel'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('fuel')
export type UseMove = keyof typeof fuelUseStates.moves
const notes: Readonly<Record<UseMove, string>> = {
  match: '补登油卡、补发油费或解冻以后，再和发放记录比对一次。',
  explain: '说明后不再比对，这笔消费不计入任何运单。请写明向谁核实、怎样处理。',
}

interface UseDialogProps {
  row: FuelUseRow
  move: UseMove
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function UseDialog({ row, move, onClose }: UseDialogProps) {
  const step = fuelUseStates.moves[move]
  const asks = move === 'explain'
  const done = 'done' in step ? step.done : `已${step.label}`
  const { submit } = useSend(moveFuelUse, { quiet: true, invalidates, done: () => toast.success(done) })
  const seen = { id: row.id, version: row.version, move }
  const title = `${step.label} ${row.serial}`
  const { typed, type, draft } = useTyped(
    { call: moveFuelUse, fixed: seen, title, url: listUrl('FuelUses', { text: row.serial }) },
    { reason: '' },
  )
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={asks}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() => submit({ ...seen, ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['差异', row.fault && fuelUseFaults[row.fault]],
          ['卡号或券码', row.cardNo ?? row.couponNo],
          ['消费时间', <Time key="at" value={row.usedAt} whole />],
          ['油站', row.station],
          ['金额(元)', <Money key="amount" value={row.amount} strong />],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
