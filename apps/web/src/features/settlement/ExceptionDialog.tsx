// The steps of a payment exception: how it ends and why, another person's confirmation, or its way back.
import {
  confirmException,
  proposeException,
  putBackException,
  type MoneyExceptionRow,
} from '@yunshu/contract/settlement/moneyException'
import {
  exceptionKinds,
  exceptionOutcomes,
  moneyExceptionStates,
  type ExceptionOutcome,
} from '@yunshu/domain/settlement/channelFacts'
import { formatDate } from '@yunshu/domain/figures/time'
import { Radio } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import {
  BankWordFields,
  isBankWord,
  noBankWord,
  saidOf,
  type BankWord,
} from '../../parts/settlement/BankWordFields.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { SentBack } from './SentBack.tsx'

export type ExceptionMove = keyof typeof moneyExceptionStates.moves

const notes: Readonly<Record<ExceptionMove, string>> = {
  propose: '请先与银行核实并保留依据。提出后由另一人复核，复核前付款与账务都不变。',
  confirm: '确认后付款状态、结算单与账务将按处理意见更新，不能撤销。',
  putBack: '退回后可以重新提出处理意见。',
  tell: '',
}

interface Said extends Readonly<Record<string, unknown>>, BankWord {
  readonly outcome: ExceptionOutcome | undefined
  readonly reason: string
}
const nothingSaid: Said = { outcome: undefined, reason: '', ...noBankWord }

interface ExceptionDialogProps {
  row: MoneyExceptionRow
  move: ExceptionMove
  onClose: () => void
  onReload: () => void
}

/** The choice and the text stay when the server refuses. */
export function ExceptionDialog({ row, move, onClose, onReload }: ExceptionDialogProps) {
  const { label } = moneyExceptionStates.moves[move]
  const options = { quiet: true, invalidates: sheetCalls, done: () => toast.success(`已${label}`) }
  const propose = useSend(proposeException, options)
  const confirm = useSend(confirmException, options)
  const putBack = useSend(putBackException, options)
  const seen = { id: row.id, version: row.version }
  const title = `${label}：${exceptionKinds[row.kind].label}`
  const { typed, type, draft } = useTyped(
    { call: move === 'putBack' ? putBackException : proposeException, fixed: seen, title },
    { ...nothingSaid, outcome: row.suggests },
  )
  const { outcome, reason } = typed
  const text = reason.trim()
  const asksBank = move === 'propose' && row.isSilence && outcome === 'paid'
  const isSaid = text !== '' && (move === 'putBack' || outcome !== undefined) && (!asksBank || isBankWord(typed))
  const send = async (): Promise<unknown> => {
    if (move === 'confirm') return confirm.submit(seen)
    if (move === 'putBack') return putBack.submit({ ...seen, reason: text })
    return outcome && propose.submit({ ...seen, outcome, reason: text, ...(asksBank ? saidOf(typed) : {}) })
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      isReady={move === 'confirm' || isSaid}
      isOffered={row.moves.includes(move)}
      onClose={onClose}
      onReload={onReload}
      onSend={send}
    >
      <p>{notes[move]}</p>
      {row.sentBack && (
        <p>
          金额相同、已退回付款人的来款：
          <SentBack money={row.sentBack} />
          ，请核对银行说的退汇是否就是这笔款。
        </p>
      )}
      {move === 'propose' && (
        <Radio.Group
          className="st-outcomes"
          value={outcome}
          options={row.outcomes.map(value => ({ value, label: exceptionOutcomes[value] }))}
          onChange={({ target }) => type({ outcome: row.outcomes.find(each => each === target.value) })}
        />
      )}
      {move === 'confirm' && row.outcome !== undefined && (
        <p>
          处理意见：<strong>{exceptionOutcomes[row.outcome]}</strong>（{row.proposer}：{row.reason}）
          {row.bankDay !== undefined && ` 银行流水号 ${row.bankSerial ?? ''}，${formatDate(row.bankDay)}`}
        </p>
      )}
      {asksBank && <BankWordFields word={typed} onChange={type} />}
      {move !== 'confirm' && <ReasonField value={reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
