// The preview of a bank's answer: counts and sums of each result, rows applied to nothing with their reason, and the
// confirmation by another person.
import {
  getPayAnswer,
  movePayAnswer,
  type PayAnswerDetail,
  type PayAnswerLine,
} from '@yunshu/contract/payFile/payAnswer'
import { staleAfter } from '@yunshu/contract/topics'
import { answerFaults, answerMatches } from '@yunshu/domain/payFile/answer'
import { payAnswerStates, type PayAnswerMove } from '@yunshu/domain/payFile/payFile'
import { answerResults } from '@yunshu/domain/payFile/template'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { doneText } from '@yunshu/domain/states'
import { Drawer } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const invalidates = staleAfter('payFile', 'settlement', 'voucher')
const direct = ['apply'] as const satisfies PayAnswerMove[]

const columns: readonly Column<PayAnswerLine>[] = [
  textColumn<PayAnswerLine>('row', '行', row => String(row.row), { width: 50 }),
  textColumn<PayAnswerLine>('taskNo', '支付任务', row => row.taskNo ?? row.key, { width: 170 }),
  textColumn<PayAnswerLine>('payee', '收款户名', row => row.payee, { width: 150 }),
  moneyColumn<PayAnswerLine>('amount', '金额', row => row.amount, { width: 110 }),
  textColumn<PayAnswerLine>('said', '银行结果', row => row.said, { width: 90 }),
  timeColumn<PayAnswerLine>('date', '银行日期', row => row.date, { dayOnly: true, whole: true, width: 100 }),
  textColumn<PayAnswerLine>('serial', '银行流水号', row => row.serial, { width: 150 }),
  textColumn<PayAnswerLine>('now', '现在状态', row => row.state && paymentStates.states[row.state].label, {
    width: 90,
  }),
  textColumn<PayAnswerLine>(
    'fault',
    '判定',
    row =>
      row.fault === undefined
        ? `入账（按${row.by ? answerMatches[row.by] : ''}）`
        : `不入账：${answerFaults[row.fault]}`,
    { width: 190 },
  ),
]
const lineKey = ({ row }: PayAnswerLine): string => String(row)

export function AnswerDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getPayAnswer, { id }, { quiet: true })
  const { run } = useSend(movePayAnswer, { invalidates })
  const act = async (answer: PayAnswerDetail, move: PayAnswerMove): Promise<void> => {
    const seen = { id, version: answer.version, move }
    const moved = await run(move === 'apply' ? { ...seen, expectRows: answer.good } : seen)
    if (moved === undefined) return void refetch()
    toast.success(doneText(payAnswerStates.moves[move]))
    onClose()
  }
  return (
    <Drawer
      open
      title={`银行结果 ${data?.name ?? ''}`}
      size={isMobile ? '100%' : 960}
      onClose={onClose}
      extra={
        data && (
          <MoveButtons
            machine={payAnswerStates}
            moves={data.moves}
            name={data.name}
            direct={direct}
            onMove={move => void act(data, move)}
          />
        )
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Preview answer={data} />
      ) : (
        <Skeleton />
      )}
    </Drawer>
  )
}

function Preview({ answer }: { answer: PayAnswerDetail }) {
  return (
    <>
      {answer.fault !== undefined && (
        <p className="ys-fault" role="alert">
          {answer.fault}
        </p>
      )}
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={payAnswerStates} state={answer.state} />],
          ['付款文件', answer.fileNo],
          ...answer.sums.map(({ outcome, count, amount }): [string, React.ReactNode] => [
            answerResults[outcome],
            <span key={outcome}>
              {count} 笔，
              <Money value={amount} /> 元
            </span>,
          ]),
          ['不入账', `${answer.faulty} 行`],
          ['没有结果', `${answer.silent.length} 笔`],
          ['读取人', answer.maker],
          ['确认人', answer.checker],
          ['SHA-256', answer.sha256, 'wide'],
        ]}
      />
      <Section title={`逐行（${answer.lines.length}）`}>
        <SimpleTable title="逐行" rows={answer.lines} columns={columns} rowKey={lineKey} />
      </Section>
      {answer.silent.length > 0 && (
        <Section title={`结果文件里没有的付款（${answer.silent.length}）`}>
          <ul className="pf-answers">
            {answer.silent.map(({ taskNo, payee, amount }) => (
              <li key={taskNo}>
                {taskNo} {payee} <Money value={amount} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
