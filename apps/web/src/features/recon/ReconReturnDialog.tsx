// A line of the bank's file entered as a payment that came back: one person points at the payment, another agrees.
import { listReconReturnable, returnReconItem, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { useCall } from '../../lib/useCall.ts'
import { PointDialog } from '../../parts/paymentBack/PointDialog.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

const invalidates = staleAfter('recon', 'remittance', 'settlement')

export function ReconReturnDialog({ row, onClose }: { row: ReconItemRow; onClose: () => void }) {
  const { id, version } = row
  return (
    <PointDialog
      no={row.serial ?? ''}
      about={{ call: returnReconItem, fixed: { id, version }, url: listUrl('ReconList', {}) }}
      note="这笔收入是付出去又被银行退回的，请选择当时的支付任务。金额、流水号和日期取自银行流水。另一人确认后，支付任务为已退汇，运单恢复未付，这条流水自动对平。"
      facts={[
        ['金额(元)', row.theirs === undefined ? undefined : <Money key="theirs" value={row.theirs} strong />],
        ['日期', <Time key="day" value={row.day} dayOnly whole />],
        ['银行流水号', row.serial],
        ['对方', row.other],
      ]}
      found={useCall(listReconReturnable, { id }, { quiet: true })}
      invalidates={invalidates}
      onSend={(send, picked) => send(returnReconItem, { id, version, ...picked })}
      onClose={onClose}
    />
  )
}
