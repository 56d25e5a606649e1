// The acts on a difference: explained by one person and confirmed by another, the suggestion agreed to, the missing
// record made.
import { adoptReconItem, moveReconItem, recordReconItem, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { doneText } from '@yunshu/domain/states'
import { reconItemStates, reconKinds, type ReconItemMove } from '@yunshu/domain/recon/recon'
import { tradeDirections } from '@yunshu/domain/trade'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('recon', 'remittance', 'settlement')
/** Moves of a difference people make. */
export type ReconStep = Exclude<ReconItemMove, 'match' | 'reopen'>
export type ReconAct = ReconStep | 'adopt' | 'record'

const notes: Readonly<Record<ReconAct, string>> = {
  explain: '写明差异从何而来、如何处理。另一个人同意后，这一天记为已说明；以后对上了会自动对平。',
  confirm: '请核对说明和凭据。同意后这条差异记为已说明。',
  putBack: '退回后这条差异重新待处理。',
  adopt: '金额、方向和日期相同，且没有第二笔相像的。采纳后这一行与该交易流水对平。',
  record: '收入补记为来款，由另一人确认后认领；支出记为支付异常，由两个人判断。办结后按流水号自动对平。',
}
const labelOf = (act: ReconAct): string =>
  act === 'adopt' ? '采纳建议' : act === 'record' ? '补记' : reconItemStates.moves[act].label

interface ReconDialogProps {
  row: ReconItemRow
  act: ReconAct
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function ReconDialog({ row, act, onClose }: ReconDialogProps) {
  const seen = { id: row.id, version: row.version }
  const title = `${labelOf(act)} ${row.serial ?? row.tradeNo ?? ''}`
  const move = useSend(moveReconItem, { quiet: true, invalidates })
  const adopt = useSend(adoptReconItem, { quiet: true, invalidates })
  const record = useSend(recordReconItem, { quiet: true, invalidates })
  const { typed, type, draft } = useTyped(
    { call: moveReconItem, fixed: { ...seen, act }, title, url: listUrl('ReconList', {}) },
    { reason: '' },
  )
  const asks = act === 'explain' || act === 'putBack'
  const reason = typed.reason.trim()
  const send = async (): Promise<void> => {
    if (act === 'adopt') {
      await adopt.submit(seen)
      toast.success('已对平')
    } else if (act === 'record') {
      const { made } = await record.submit(seen)
      toast.success(`已补记${made}`)
    } else {
      await move.submit({ ...seen, move: act, ...(asks ? { reason } : {}) })
      toast.success(doneText(reconItemStates.moves[act]))
    }
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={labelOf(act)}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[act]}</p>
      <Facts
        items={[
          ['差异', reconKinds[row.kind]],
          ['日期', <Time key="day" value={row.day} dayOnly whole />],
          ['收支', tradeDirections[row.direction]],
          ['银行金额(元)', row.theirs === undefined ? undefined : <Money key="theirs" value={row.theirs} />],
          ['账上金额(元)', row.ours === undefined ? undefined : <Money key="ours" value={row.ours} />],
          ['银行流水号', row.serial],
          ['对方', row.other],
          ['交易流水', row.tradeNo],
          ['建议', row.suggested],
          ['说明', row.reason, 'wide'],
          ['说明人', row.asker],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
