// The steps of a payment made at the bank by hand: recorded with its slip, confirmed by another person, or sent back.
import { confirmOffline, recordOffline, refuseOffline } from '@yunshu/contract/settlement/offline'
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { formatDate } from '@yunshu/domain/figures/time'
import { offlineSlipStates, type OfflineMove } from '@yunshu/domain/settlement/offline'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { BankWordFields, isBankWord, noBankWord, type BankWord } from '../../parts/settlement/BankWordFields.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { Secret } from '../../ui/Secret.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

type Payment = SettlementDetail['payments'][number]
export type OfflineAct = 'record' | OfflineMove

interface OfflineDialogProps {
  of: Payment
  act: OfflineAct
  onClose: () => void
  onReload: () => void
}

export const OfflineDialog = ({ act, ...props }: OfflineDialogProps) =>
  act === 'record' ? <RecordDialog {...props} /> : <JudgeDialog {...props} act={act} />

/** The whole number is told to whoever types it at the bank. */
const Paid = ({ of: { id, payee, account, bank, amount }, isTold }: { of: Payment; isTold?: true }) => (
  <Facts
    items={[
      ['收款人', payee],
      [
        '收款账户',
        <span key="account">
          {isTold ? <Secret of={{ kind: 'offlinePayment', id, field: 'accountNo' }} mask={account} /> : account} {bank}
        </span>,
      ],
      ['金额(元)', <Money key="amount" value={amount} strong />],
    ]}
  />
)

interface Typed extends Readonly<Record<string, unknown>>, BankWord {}
const nothing: Typed = { ...noBankWord }

/** The slip travels with the fields; no draft holds it. */
function RecordDialog({ of, onClose, onReload }: Omit<OfflineDialogProps, 'act'>) {
  const title = `登记线下付款 ${of.taskNo}`
  const seen = { id: of.id, version: of.version }
  const [files, setFiles] = useState<readonly File[]>([])
  const { submit } = useSend(recordOffline, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success('已登记，等待另一人确认'),
  })
  const { typed, type, draft } = useTyped({ call: recordOffline, fixed: seen, title, hasFiles: true }, nothing)
  const { bankSerial, bankDay } = typed
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="登记"
      isReady={isBankWord(typed) && files.length > 0}
      isOffered={of.mayRecord}
      onClose={onClose}
      onReload={onReload}
      onSend={async () =>
        bankDay !== undefined &&
        submit({ ...seen, bankSerial: bankSerial.trim(), bankDay }, { files: { files: [...files] } })
      }
    >
      <p>请先在网银或柜台付出这笔款，再按银行回单登记。由另一人确认后记账。</p>
      <Paid of={of} isTold />
      <BankWordFields word={typed} onChange={type} />
      <FilePick label="银行回单" isRequired files={files} onChange={setFiles} />
    </WriteDialog>
  )
}

const notes: Readonly<Record<OfflineMove, string>> = {
  confirm: '请与银行回单核对。确认后付款成功、结算单与账务随之更新，不能撤销。',
  refuse: '退回后可以重新登记；款项没有付出的，由两人认定为未付出。',
}

function JudgeDialog({ of, act, onClose, onReload }: OfflineDialogProps & { act: OfflineMove }) {
  const { label } = offlineSlipStates.moves[act]
  const slip = of.offline
  const seen = { id: slip?.id ?? '', version: slip?.version ?? 1 }
  const title = `${label} ${of.taskNo}`
  const options = {
    quiet: true,
    invalidates: sheetCalls,
    done: () => toast.success(act === 'confirm' ? '已确认付出' : '已退回登记'),
  }
  const confirm = useSend(confirmOffline, options)
  const refuse = useSend(refuseOffline, options)
  const { typed, type, draft } = useTyped({ call: refuseOffline, fixed: seen, title }, { reason: '' })
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      isReady={act === 'confirm' || reason !== ''}
      isOffered={slip?.moves.includes(act) === true}
      onClose={onClose}
      onReload={onReload}
      onSend={async () =>
        act === 'confirm' ? confirm.submit({ ...seen, expectAmount: of.amount }) : refuse.submit({ ...seen, reason })
      }
    >
      <p>{notes[act]}</p>
      <Paid of={of} />
      {slip && (
        <>
          <Facts
            items={[
              ['银行流水号', slip.serial],
              ['银行记账日期', formatDate(slip.day)],
              ['登记人', slip.recorder],
            ]}
          />
          <FilePhotos files={slip.files} />
        </>
      )}
      {act === 'refuse' && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
