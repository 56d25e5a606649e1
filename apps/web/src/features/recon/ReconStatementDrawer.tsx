// One day: the bank's file and its step, the statement that explains both balances (余额调节表, also on paper), its lines.
import { getReconStatement, moveReconFile, type ReconStatement } from '@yunshu/contract/recon/recon'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDate } from '@yunshu/domain/figures/time'
import { reconFileStates, reconMatches, type ReconFileMove } from '@yunshu/domain/recon/recon'
import { doneText } from '@yunshu/domain/states'
import { tradeDirections } from '@yunshu/domain/trade'
import { Button, Drawer } from 'antd'
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
import { usePaper } from '../../ui/usePaper.tsx'
import { StatementPrint } from './StatementPrint.tsx'

const invalidates = staleAfter('recon', 'settlement', 'voucher')
type Line = ReconStatement['lines'][number]
const columns: readonly Column<Line>[] = [
  textColumn<Line>('n', '序', row => String(row.n), { width: 40 }),
  timeColumn<Line>('at', '时间', row => row.at),
  textColumn<Line>('serial', '银行流水号', row => row.serial, { width: 170 }),
  textColumn<Line>('direction', '收支', row => tradeDirections[row.direction], { width: 60 }),
  moneyColumn<Line>('amount', '金额', row => row.amount, { width: 110 }),
  textColumn<Line>('other', '对方', row => row.other, { width: 150 }),
  textColumn<Line>('match', '匹配', matchText, { width: 170 }),
]
function matchText(row: Line): string {
  if (row.by === undefined) return '未匹配'
  return `${row.differs ? '金额不符 ' : ''}${row.tradeNo ?? ''}（${reconMatches[row.by]}）`
}
const lineKey = ({ n }: Line): string => String(n)

export function ReconStatementDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getReconStatement, { id }, { quiet: true })
  const { run } = useSend(moveReconFile, { invalidates })
  const { print, sheet } = usePaper('reconFile')
  const act = async (move: ReconFileMove, version: number): Promise<void> => {
    const moved = await run({ id, version, move })
    if (moved === undefined) return void refetch()
    toast.success(doneText(reconFileStates.moves[move]))
    if (move === 'drop') onClose()
    else void refetch()
  }
  return (
    <Drawer
      open
      title={`对账 ${data ? formatDate(data.file.day) : ''}`}
      size={isMobile ? '100%' : 900}
      onClose={onClose}
      extra={
        data && (
          <>
            <MoveButtons
              machine={reconFileStates}
              moves={data.file.moves}
              name={data.file.name}
              onMove={move => void act(move, data.file.version)}
            />
            <Button onClick={() => print(id, <StatementPrint of={data} />)}>打印余额调节表</Button>
          </>
        )
      }
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : data ? <Body of={data} /> : <Skeleton />}
      {sheet}
    </Drawer>
  )
}

function Body({ of }: { of: ReconStatement }) {
  const { file } = of
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={reconFileStates} state={file.state} />],
          ['文件', `${file.name}${file.isSimulated ? '（模拟）' : ''}`],
          ['笔数', String(file.lines)],
          ['期初余额(元)', <Money key="opening" value={file.opening} />],
          ['收入(元)', <Money key="in" value={file.income} />],
          ['支出(元)', <Money key="out" value={file.outgo} />],
          ['期末余额(元)', <Money key="closing" value={file.closing} strong />],
          ['账面余额(元)', <Money key="book" value={of.book} strong />],
          ['调节后银行(元)', <Money key="bank2" value={of.adjustedBank} />],
          ['调节后账面(元)', <Money key="book2" value={of.adjustedBook} />],
          ['读取人', file.maker],
          ['采用人', file.checker],
          ['SHA-256', file.sha256, 'wide'],
        ]}
      />
      {of.adjustedBank !== of.adjustedBook && (
        <p className="ys-fault" role="alert">
          两边调节后的余额不等，请检查缺少的对账文件
        </p>
      )}
      <Section title={`银行流水（${of.lines.length}）`}>
        <SimpleTable title="银行流水" rows={of.lines} columns={columns} rowKey={lineKey} />
      </Section>
    </>
  )
}
