// The judgement of a receipt beside its photos: they stand large, with the weights they have to agree with.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { Button, Radio } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { receiptActOf } from './addressActs.ts'
import { receiptReasons } from './receiptReasons.ts'
import { papersOf, WaybillPhotos } from './WaybillPhotos.tsx'
import { WeightsLine } from './WeightsLine.tsx'

export type Verdict = 'confirm' | 'reject'
const verdicts = ['confirm', 'reject'] as const satisfies readonly Verdict[]

interface Props {
  waybill: WaybillDetail
  /** The verdict that was pressed. */
  first: Verdict
  onReload: () => void
  onClose: () => void
}

/** The verdict is for the photos that were seen: if more arrived meanwhile, the dialog says so first. */
export function AuditDialog({ waybill, first, onReload, onClose }: Props) {
  const { version, isChanged, notice } = useSeen(waybill)
  const { typed, type, draft } = useTyped(
    {
      call: auditReceipt,
      fixed: { id: waybill.id, version },
      part: first,
      title: `${first === 'reject' ? '驳回' : '审核通过'}回单 ${waybill.waybillNo}`,
      url: actUrl(screenUrl('WaybillDetails', { id: waybill.id }), receiptActOf[first]),
    },
    { move: first, reason: '' },
  )
  const { move, reason } = typed
  const setReason = (next: string): void => type({ reason: next })
  const isReject = move === 'reject'
  const papers = papersOf(waybill)
  const { submit } = useSend(auditReceipt, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: () => toast.success(isReject ? `回单已驳回，等待${waybill.carrierName}重新上传` : '回单已审核通过，可以结算'),
  })
  return (
    <WriteDialog
      title={`${isReject ? '驳回' : '审核通过'}回单 ${waybill.waybillNo}`}
      okText={receiptStates.moves[move].label}
      danger={isReject}
      isReady={!isChanged && (!isReject || reason.trim() !== '')}
      isOffered={waybill.receiptMoves.includes(move)}
      onSend={() => submit({ id: waybill.id, version, move, ...(isReject ? { reason: reason.trim() } : {}) })}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
      {...(papers.length > 0 ? { beside: <WaybillPhotos papers={papers} /> } : {})}
    >
      {notice}
      <WeightsLine waybill={waybill} />
      {verdicts.every(each => waybill.receiptMoves.includes(each)) && (
        <Radio.Group
          aria-label="审核结论"
          value={move}
          onChange={({ target }) => type({ move: target.value === 'reject' ? 'reject' : 'confirm' })}
          options={[
            { value: 'confirm', label: '通过' },
            { value: 'reject', label: '驳回' },
          ]}
        />
      )}
      {isReject ? (
        <>
          <div className="wb-reasons">
            {receiptReasons.map(text => (
              <Button key={text} size="small" onClick={() => setReason(text)}>
                {text}
              </Button>
            ))}
          </div>
          <ReasonField label="驳回原因" value={reason} onChange={setReason} placeholder="必填，将通知承运商" />
        </>
      ) : (
        <p>
          {waybill.receiptState === 'posted'
            ? '确认已收到回单原件，份数、签章齐全。'
            : '确认回单照片清晰、签章齐全、重量与运单一致。'}
          通过后可以结算。
        </p>
      )}
    </WriteDialog>
  )
}
