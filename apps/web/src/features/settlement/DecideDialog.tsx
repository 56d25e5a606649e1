// The dialog in which one person says how a payment without a result ended; another agrees in the exceptions below.
import { decidePayment } from '@yunshu/contract/settlement/moneyException'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { exceptionOutcomes, outcomesOf } from '@yunshu/domain/settlement/channelFacts'
import type { DecidedOutcome } from '@yunshu/domain/settlement/silence'
import { Radio } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import {
  BankWordFields,
  isBankWord,
  noBankWord,
  saidOf,
  type BankWord,
} from '../../parts/settlement/BankWordFields.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface Said extends Readonly<Record<string, unknown>>, BankWord {
  readonly outcome: DecidedOutcome | undefined
  readonly reason: string
}
const nothingSaid: Said = { outcome: undefined, reason: '', ...noBankWord }
const ends = ['paid', 'notPaid'] as const satisfies readonly DecidedOutcome[]

interface DecideDialogProps {
  of: SettlementDetail['payments'][number]
  onClose: () => void
  onReload: () => void
}

/** Nothing changes until another person agrees; the slip is kept with the exception. */
export function DecideDialog({ of, onClose, onReload }: DecideDialogProps) {
  const title = `认定付款结果 ${of.taskNo}`
  const seen = { id: of.id, version: of.version }
  const { submit } = useSend(decidePayment, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success('已提出，由另一人在支付异常中复核'),
  })
  const { typed, type, draft } = useTyped({ call: decidePayment, fixed: seen, title }, nothingSaid)
  const { outcome } = typed
  const reason = typed.reason.trim()
  const isOffline = of.channel === 'OFFLINE'
  const offered = outcomesOf('NO_ANSWER', { hasPayment: true, isOffline })
  const outcomes = ends.filter(end => offered.includes(end))
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="提出"
      isReady={reason !== '' && outcome !== undefined && (outcome === 'notPaid' || isBankWord(typed))}
      isOffered={of.isDecidable}
      onClose={onClose}
      onReload={onReload}
      onSend={async () => outcome && submit({ ...seen, outcome, reason, ...(outcome === 'paid' ? saidOf(typed) : {}) })}
    >
      <p>
        {isOffline
          ? '请先与银行核实没有付出。提出后由另一人复核，复核前付款与账务都不变，也不能登记付款。已付出的，请登记付款并上传回单。'
          : '请先与银行核实。提出后由另一人复核，复核前付款与账务都不变；银行先给出结果的，以银行为准。回单可在支付异常里上传。'}
      </p>
      <Radio.Group
        className="st-outcomes"
        value={outcome}
        options={outcomes.map(value => ({ value, label: exceptionOutcomes[value] }))}
        onChange={({ target }) => type({ outcome: outcomes.find(each => each === target.value) })}
      />
      {outcome === 'paid' && <BankWordFields word={typed} onChange={type} />}
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
