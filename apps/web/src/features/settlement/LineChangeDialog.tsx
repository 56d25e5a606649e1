// Asking to take a line off an approved sheet, or to pay it to another account: another person has to agree.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import {
  askChangePayee,
  askRemoveLines,
  listLinePayees,
  listSheetLines,
  type LinePayee,
} from '@yunshu/contract/settlement/sheetLines'
import { partLabel } from '@yunshu/domain/settlement/parts'
import { sheetChanges, type SheetChange } from '@yunshu/domain/settlement/sheetChange'
import { Modal, Radio } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ChangeFacts } from '../../parts/settlement/ChangeFacts.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

export type Line = SettlementDetail['lines'][number]
const kinds: readonly SheetChange[] = ['removeLine', 'changePayee']

/** The carrier's own account has no id of a payee. */
const own = 'own'
const keyOfPayee = ({ payeeId }: LinePayee): string => payeeId ?? own
const textOf = ({ name, account, bank, isCurrent }: LinePayee): string =>
  `${name} ${account} ${bank}${isCurrent ? '（现在的账户）' : ''}`

/** The accounts a line may be paid to. */
function PayeeChoice(props: {
  settlementNum: string
  partId: string
  value: string
  onChange: (value: string) => void
}) {
  const { settlementNum, partId, value, onChange } = props
  const { data, error, refetch } = useCall(listLinePayees, { settlementNum, partId }, { quiet: true })
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={2} />
  if (data.payees.length === 0) return <p role="alert">承运商未登记收款账户，司机也没有可用的收款人</p>
  return (
    <Radio.Group
      className="st-outcomes"
      aria-label="改付到"
      value={value}
      options={data.payees.map(payee => ({
        value: keyOfPayee(payee),
        label: textOf(payee),
        disabled: payee.isCurrent,
      }))}
      onChange={({ target }) => onChange(data.payees.map(keyOfPayee).find(key => key === target.value) ?? '')}
    />
  )
}

const notes: Readonly<Record<SheetChange, string>> = {
  removeLine: '由另一人确认后，这笔运费的凭证红字冲销，运单回到未结算，可以重新结算。',
  changePayee: '由另一人确认后按新的账户付款；金额不变。',
}

interface LineChangeProps {
  sheet: SettlementDetail
  line: Line
  onClose: () => void
  onReload: () => void
}

/** The choice and the text stay when the server refuses. */
export function LineChangeDialog({ sheet, line, onClose, onReload }: LineChangeProps) {
  const { settlementNum, version } = sheet
  const done = (said: string) => () => {
    toast.success(said)
    onReload()
  }
  const options = { quiet: true, invalidates: sheetCalls }
  const isLast = sheet.lineCount === 1
  const remove = useSend(askRemoveLines, {
    ...options,
    done: done(isLast ? '本单只有这一笔，已申请作废本单，等待另一人确认' : '已申请移出，等待另一人确认'),
  })
  const pay = useSend(askChangePayee, { ...options, done: done('已申请更换收款账户，等待另一人确认') })
  const fixed = { settlementNum, version }
  const title = `变更 ${line.waybillNo}（${partLabel(line.part)}）`
  const { typed, type, draft } = useTyped(
    { call: askChangePayee, fixed, title, part: line.partId },
    { kind: 'removeLine', payee: '', reason: '' },
  )
  const kind = kinds.find(each => each === typed.kind) ?? 'removeLine'
  const reason = typed.reason.trim()
  const asked = { ...fixed, partIds: [line.partId], reason }
  const send = (): Promise<unknown> =>
    kind === 'removeLine'
      ? remove.submit(asked)
      : pay.submit(typed.payee === own ? asked : { ...asked, payeeId: typed.payee })
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="提交申请"
      isReady={reason !== '' && (kind === 'removeLine' || typed.payee !== '')}
      isOffered={sheet.moves.includes('askChange')}
      onClose={onClose}
      onReload={onReload}
      onSend={send}
    >
      <Radio.Group
        value={kind}
        options={kinds.map(value => ({ value, label: sheetChanges[value] }))}
        onChange={({ target }) => type({ kind: kinds.find(each => each === target.value) ?? kind })}
      />
      <p>
        {notes[kind]}
        {kind === 'removeLine' && isLast && '本单只有这一笔，移出即作废：将改为申请作废本单。'}
      </p>
      {kind === 'changePayee' && (
        <PayeeChoice
          settlementNum={settlementNum}
          partId={line.partId}
          value={typed.payee}
          onChange={payee => type({ payee })}
        />
      )}
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}

/** The same from a list, where only the number of the sheet is known; a change that waits already is shown instead. */
export function LineChangeOf(props: { settlementNum: string; partId: string; onClose: () => void }) {
  const { settlementNum, partId, onClose } = props
  const { data: sheet, error, refetch } = useCall(getSettlement, { settlementNum }, { quiet: true })
  const lines = useCall(listSheetLines, { settlementNum, partId }, { quiet: true })
  const reload = (): void => {
    void refetch()
    void lines.refetch()
  }
  const fault = error ?? lines.error
  const line = lines.data?.rows[0]
  if (sheet !== undefined && line !== undefined && sheet.moves.includes('askChange'))
    return <LineChangeDialog sheet={sheet} line={line} onClose={onClose} onReload={reload} />
  return (
    <Modal open title={`变更结算单 ${settlementNum}`} footer={null} onCancel={onClose}>
      {fault ? (
        <ErrorState error={fault} retry={reload} />
      ) : sheet === undefined || lines.data === undefined ? (
        <Skeleton lines={3} />
      ) : sheet.change ? (
        <>
          <p>本单已有待确认的变更，请先由另一人确认、退回，或由申请人撤回。</p>
          <ChangeFacts sheet={sheet} change={sheet.change} />
        </>
      ) : (
        <p>这笔运费现在不能变更：只有已审核、未付款的结算单可以。</p>
      )}
    </Modal>
  )
}
