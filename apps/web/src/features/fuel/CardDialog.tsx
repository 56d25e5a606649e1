// Freezing, unfreezing or closing a fuel card.
import { moveFuelCard, type FuelCardRow } from '@yunshu/contract/fuel/fuel'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelCardStates, type FuelCardMove } from '@yunshu/domain/fuel'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('fuel')
const notes: Readonly<Record<FuelCardMove, string>> = {
  freeze: '冻结后不能再向此卡发放，卡上未用的金额不变。请同时在供应商处挂失。',
  unfreeze: '解冻后可以继续发放。',
  close: '注销后不能恢复。',
}

interface CardDialogProps {
  row: FuelCardRow
  move: FuelCardMove
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function CardDialog({ row, move, onClose }: CardDialogProps) {
  const { label } = fuelCardStates.moves[move]
  const { submit } = useSend(moveFuelCard, { quiet: true, invalidates, done: () => toast.success(`已${label}`) })
  const seen = { id: row.id, version: row.version, move }
  const title = `${label}油卡 ${row.cardNo}`
  const { typed, type, draft } = useTyped(
    { call: moveFuelCard, fixed: seen, title, url: listUrl('FuelCards', { text: row.cardNo }) },
    { reason: '' },
  )
  const asks = move !== 'unfreeze'
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
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
          ['供应商', row.provider],
          ['车牌', row.plate],
          ['持卡人', row.holder],
          ['卡上未用(元)', <Money key="balance" value={row.balance} strong />],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
