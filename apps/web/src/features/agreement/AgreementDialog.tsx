// The steps of an agreement: sent, withdrawn, given up, a scan confirmed by another.
import { confirmAgreementPaper, moveAgreement, type AgreementRow } from '@yunshu/contract/agreement/agreement'
import { staleAfter } from '@yunshu/contract/topics'
import { agreementKinds, agreementStates } from '@yunshu/domain/agreement/agreement'
import { Time } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'
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
  const isPaper = move === 'confirmPaper' || move === 'rejectPaper'
  const signedAt =
    isPaper && row.signedAt !== undefined ? <Time key="day" value={row.signedAt} dayOnly whole /> : undefined
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.agreementNo}`}
      about={{ call: isPaper ? confirmAgreementPaper : moveAgreement, fixed: seen, part: move }}
      note={notes[move]}
      facts={[
        ['类型', agreementKinds[row.kind].label],
        ['名称', row.title],
        ['托运人', row.shipperName],
        ['承运平台', row.houseName],
        ['实际承运人', row.carrierName],
        ['运单号', row.waybillNo],
        ['签署日期', signedAt],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        move === 'confirmPaper' || move === 'rejectPaper'
          ? send(confirmAgreementPaper, { ...seen, move, ...why })
          : send(moveAgreement, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
