// The acts on one payment of a sheet: the question to the bank, what people say where it is silent, and payments by hand.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { formatDate } from '@yunshu/domain/figures/time'
import { offlineSlipStates } from '@yunshu/domain/settlement/offline'
import { Button } from 'antd'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { OfflineAct } from './OfflineDialog.tsx'

type Payment = SettlementDetail['payments'][number]
export type PaymentAct = 'decide' | OfflineAct

/** True where somebody can do something about a payment now. */
export const hasActs = (canPay: boolean, { state, isDecidable, mayRecord, offline }: Payment): boolean =>
  (canPay && (state === 'unknown' || isDecidable)) || mayRecord || (offline?.moves.length ?? 0) > 0

interface ActsProps {
  isBusy: boolean
  canPay: boolean
  onAsk: (id: string) => void
  onAct: (of: Payment, act: PaymentAct) => void
}

export const actsColumn = ({ isBusy, canPay, onAsk, onAct }: ActsProps): Column<Payment> => ({
  key: 'ask',
  title: '操作',
  width: 130,
  render: of => (
    <>
      {of.mayRecord && (
        <Button size="small" type="primary" onClick={() => onAct(of, 'record')}>
          登记线下付款
        </Button>
      )}
      {of.offline?.moves.map(name => (
        <Button key={name} size="small" onClick={() => onAct(of, name)}>
          {offlineSlipStates.moves[name].label}
        </Button>
      ))}
      {canPay && of.state === 'unknown' && of.channel !== 'OFFLINE' && (
        <Button size="small" disabled={isBusy} onClick={() => onAsk(of.id)}>
          查询支付结果
        </Button>
      )}
      {canPay && of.isDecidable && (
        <Button size="small" onClick={() => onAct(of, 'decide')}>
          认定付款结果
        </Button>
      )}
    </>
  ),
})

/** Records of payments made by hand, each with its slip: those that wait, and those that are confirmed. */
export function OfflineSlips({ payments }: { payments: readonly Payment[] }) {
  const recorded = payments.flatMap(({ taskNo, offline }) => (offline === undefined ? [] : [{ taskNo, ...offline }]))
  const waiting = payments.filter(
    ({ channel, state, offline }) =>
      channel === 'OFFLINE' && (state === 'created' || state === 'sent') && offline?.state !== 'recorded',
  )
  return (
    <>
      {waiting.length > 0 && (
        <p className="st-unknown">{waiting.length} 笔线下支付待登记：在银行付出后，由支付人按回单登记，另一人确认。</p>
      )}
      {recorded.map(({ id, taskNo, state, serial, day, recorder, checker, reason, files }) => (
        <article key={id} aria-label={`线下付款 ${taskNo}`}>
          <p>
            {taskNo} <StatusTag machine={offlineSlipStates} state={state} /> 银行流水号 {serial}，{formatDate(day)}，
            {recorder}登记{checker !== undefined && `，${checker}${state === 'refused' ? '退回' : '确认'}`}
            {reason !== undefined && `：${reason}`}
          </p>
          <FilePhotos files={files} />
        </article>
      ))}
    </>
  )
}
