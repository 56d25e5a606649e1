// The steps of an agreement: sent, withdrawn, given up, a scan confirmed by another; reasons stay when the server refuses.
import { confirmAgreementPaper, moveAgreement, type AgreementRow } from '@yunshu/contract/agreement/agreement'
import { staleAfter } from '@yunshu/contract/topics'
import { agreementKinds, agreementStates } from '@yunshu/domain/agreement/agreement'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import type { AgreementDialogMove } from './agreementActs.ts'

const invalidates = staleAfter('agreement')
const notes: Readonly<Record<AgreementDialogMove, string>> = {
  send: '发送后正文不能再改。各方在签章平台签署，签署期 15 天。',
  resend: '按原正文重新发送，各方都要重新签署。',
  revoke: '通知签章平台停止签署；如果平台答复已签完，合同仍然有效。',
  drop: '作废后可以重新起草。',
  confirmPaper: '请核对原件：正文、各方名称、印章和签署日期与扫描件一致。',
  rejectPaper: '退回草稿，可重新上传扫描件。',
}

interface AgreementDialogProps {
  row: AgreementRow
  move: AgreementDialogMove
  onClose: () => void
}

/** One dialog for every step. */
export function AgreementDialog({ row, move, onClose }: AgreementDialogProps) {
  const step = agreementStates.moves[move]
  const seen = { id: row.id, version: row.version }
  const title = `${step.label} ${row.agreementNo}`
  const isPaper = move === 'confirmPaper' || move === 'rejectPaper'
  const call = isPaper ? confirmAgreementPaper : moveAgreement
  const { typed, type, draft } = useTyped({ call, fixed: seen, part: move, title }, { reason: '' })
  const done = 'done' in step ? step.done : `已${step.label}`
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const stepping = useSend(moveAgreement, options)
  const judging = useSend(confirmAgreementPaper, options)
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const why = asks ? { reason } : {}
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() =>
        move === 'confirmPaper' || move === 'rejectPaper'
          ? judging.submit({ ...seen, move, ...why })
          : stepping.submit({ ...seen, move, ...why })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['类型', agreementKinds[row.kind].label],
          ['名称', row.title],
          ['托运人', row.shipperName],
          ['承运平台', row.houseName],
          ['实际承运人', row.carrierName],
          ['运单号', row.waybillNo],
          [
            '签署日期',
            isPaper && row.signedAt !== undefined ? <Time key="day" value={row.signedAt} dayOnly whole /> : undefined,
          ],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
