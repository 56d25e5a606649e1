// One payment file: its payments, the answers of the bank read for it, and its history.
import { downloadPayFile, getPayFile, type PayFileDetail, type PayFileLine } from '@yunshu/contract/payFile/payFile'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { payFileStates, type PayFileMove } from '@yunshu/domain/payFile/payFile'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { useState } from 'react'
import { useParams } from 'react-router'
import { saveFile } from '../../lib/saveFile.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section, TechnicalFacts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps } from '../../ui/record/Steps.tsx'
import { PaperSaid } from '../../parts/statement/PaperSaid.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'
import { AnswerSection } from './AnswerSection.tsx'
import { PayFileDialog } from './PayFileDialog.tsx'
import { payFileFacts } from './payFileFacts.tsx'
import './payFile.css'

/** A cell of lines below each other: as one column for each fact the last ones lay beyond the right edge. */
const linesColumn = (
  key: string,
  title: string,
  width: number,
  lines: (row: PayFileLine) => readonly (string | undefined)[],
): Column<PayFileLine> => ({
  key,
  title,
  width,
  render: row =>
    lines(row).flatMap(line =>
      line ? (
        <div key={line} title={line}>
          {line}
        </div>
      ) : (
        []
      ),
    ),
})

const lineColumns: readonly Column<PayFileLine>[] = [
  {
    ...linesColumn('task', '支付任务', 142, row => [row.taskNo, `第 ${row.n} 笔`]),
    card: 'title',
    render: ({ taskNo, n, settlementNum }) => (
      <>
        <a className="ys-link pf-whole" href={screenUrl('SettlementNormal', { settlementNum })}>
          {taskNo}
        </a>
        <div className="ys-weak">第 {n} 笔</div>
      </>
    ),
  },
  {
    ...linesColumn('payee', '收款人', 150, row => [row.payee, `${row.account} ${row.bank}`]),
    isCut: true,
    cardTitle: '',
  },
  moneyColumn<PayFileLine>('amount', '金额', row => row.amount, { width: 96, card: 'figure' }),
  stateColumn<PayFileLine, keyof typeof paymentStates.states>('state', '状态', paymentStates, row => row.state, {
    width: 76,
    card: 'tag',
  }),
  {
    ...linesColumn('said', '银行流水号 / 失败原因', 170, row => [row.bankSerial, row.reason]),
    cardTitle: '',
    render: ({ bankSerial, reason }) => (
      <>
        {bankSerial !== undefined && <div className="pf-serial">{bankSerial}</div>}
        {reason !== undefined && <div className="ys-fault">{reason}</div>}
      </>
    ),
  },
]
const lineKey = ({ paymentId }: PayFileLine): string => paymentId

/** Screen PayFileDetails. */
export default function PayFileDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getPayFile, { id }, { quiet: true })
  const [act, setAct] = useState<PayFileMove>()
  const { data } = answer
  return (
    <>
      <DetailPage
        answer={answer}
        title={it => `付款文件 ${it.fileNo}`}
        hero={it => (
          <Hero
            word="付款文件"
            unit="个"
            name={it.fileNo}
            tag={<SecondTag machine={payFileStates} state={it.state} moves={it.moves} />}
            isTurn={it.moves.includes('release') || it.answers.some(({ moves }) => moves.includes('apply'))}
            waits={waitsOf(it)}
            since={waitingAnswer(it)?.createdAt ?? it.releasedAt ?? it.createdAt}
            line={lineOf(it)}
            figure={{ value: <Money value={it.amount} />, label: '合计(元)' }}
            acts={<Acts it={it} onAct={setAct} />}
          />
        )}
        notice={it => <Standing it={it} />}
        rail={it => <Rail it={it} />}
      >
        {it => <Cards it={it} onChanged={() => void answer.refetch()} />}
      </DetailPage>
      {data && act && <PayFileDialog key={act} row={data} move={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

/** The answer of the bank that was read and is not confirmed yet. */
const waitingAnswer = ({ answers }: PayFileDetail) => answers.find(({ state }) => state === 'read')

/** The next hand of a file: until its payments have an end it is with the bank. */
function waitsOf(it: PayFileDetail): string | undefined {
  if (it.state === 'made') return '等另一人放行'
  if (it.state === 'withdrawn' || it.ended >= it.lines) return undefined
  if (waitingAnswer(it)) return '等另一人确认结果'
  return it.downloads === 0 ? '等下载后上传网银' : '等银行的结果文件'
}

/** A file that was taken back pays nothing: the states of its payments are those of other ways. */
const lineOf = ({ state, templateName, lines, ended, failed, reason }: PayFileDetail): string =>
  [
    templateName,
    `${lines} 笔`,
    state === 'withdrawn'
      ? `已撤回：${reason ?? ''}`
      : `${ended} 笔已有结果${failed > 0 ? `，其中 ${failed} 笔付款失败` : ''}`,
  ].join(' · ')

const Standing = ({ it }: { it: PayFileDetail }) => (
  <PaperSaid
    said={it.state === 'withdrawn' ? ['文件已撤回，不再用来付款；下面是这些付款改用其他方式以后现在的状态'] : []}
  />
)

/** The way from making to release with who and when, and the history. */
function Rail({ it }: { it: PayFileDetail }) {
  const withdrawn = reachedBy(payFileStates, it.log).get('withdrawn')
  return (
    <>
      <Section title="放行进度">
        <Steps
          machine={payFileStates}
          labels={{ made: '生成', released: '放行' }}
          way={['made', 'released']}
          state={it.state}
          reached={[
            { state: 'made', at: it.createdAt, by: it.maker },
            ...(it.releasedAt === undefined
              ? []
              : [{ state: 'released' as const, at: it.releasedAt, by: it.releaser }]),
            ...(withdrawn === undefined ? [] : [{ state: 'withdrawn' as const, ...withdrawn }]),
          ]}
        />
      </Section>
      <History log={it.log} />
    </>
  )
}

function Acts({ it, onAct }: { it: PayFileDetail; onAct: (act: PayFileMove) => void }) {
  const file = useSend(downloadPayFile, { done: blob => saveFile(blob, it.name) })
  const moves = it.moves.map(move => ({
    label: payFileStates.moves[move].label,
    danger: 'danger' in payFileStates.moves[move],
    onClick: () => onAct(move),
  }))
  const download: RowAction = {
    label: '下载文件',
    disabled: file.isBusy,
    onClick: () => void file.run({ id: it.id }),
  }
  const next = it.canDownload ? download : moves.find(({ danger }) => !danger)
  return <PageActions primary={next} actions={moves} />
}

function Cards({ it, onChanged }: { it: PayFileDetail; onChanged: () => void }) {
  return (
    <>
      <Section title="付款">
        <SimpleTable
          title="付款"
          rows={it.rows}
          columns={lineColumns}
          rowKey={lineKey}
          sums={{ amount: <Money value={it.amount} /> }}
        />
      </Section>
      <AnswerSection file={it} onChanged={onChanged} />
      <Section title="文件信息">
        <Facts
          items={[
            // the head says the money
            ...payFileFacts(it).filter(([label]) => label !== '金额(元)' && label !== '笔数'),
            ['下载次数', it.downloads === 0 ? '' : String(it.downloads)],
            ['撤回原因', it.reason, 'wide'],
          ]}
        />
        <TechnicalFacts items={[['SHA-256', it.sha256, 'wide']]} />
      </Section>
    </>
  )
}
