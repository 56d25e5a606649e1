// The statement on paper (A4): sums, lines, the closing in words, and room for both stamps.
import { getStatementPaper, type StatementPaper } from '@yunshu/contract/statement/statement'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { printTons } from '@yunshu/domain/figures/weight'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { statementKinds } from '@yunshu/domain/statement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Button, Drawer } from 'antd'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { PaperOfBoth, PaperTable } from '../../parts/statement/PaperOfBoth.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { closingWords, sumFacts } from './statementFacts.tsx'
import './statement.css'

export function StatementPaperDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getStatementPaper, { id }, { quiet: true })
  const { print, sheet } = usePaper('statement')
  return (
    <Drawer
      open
      title={`打印对账单 ${data?.statement.statementNo ?? ''}`}
      size={isMobile ? '100%' : 560}
      onClose={onClose}
      extra={
        <Button type="primary" disabled={!data} onClick={() => data && print(id, <Paper paper={data} />)}>
          打印
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          {data.isCut && <p>明细超过一次打印的行数，只打印前 {data.rows.length} 行；全部明细请导出。</p>}
          <Facts items={sumFacts(data.statement)} />
        </>
      ) : (
        <Skeleton />
      )}
      {sheet}
    </Drawer>
  )
}

const heads = ['行', '日期', '类别', '运单号/摘要', '车牌', '重量(吨)', '费用', '应收增减', '预收增减', '开票']
const short = (place: string | undefined): string => place?.slice(place.lastIndexOf(' ') + 1) ?? ''

function Paper({ paper: { statement, rows, isCut } }: { paper: StatementPaper }) {
  const { period, lines } = statement
  return (
    <PaperOfBoth
      title="对账单"
      head={[`货主：${statement.shipperName}`, `${periodText(period)}　${statement.statementNo}`]}
      stamps={[`承运方：${statement.branchName}`, `托运方：${statement.shipperName}`]}
    >
      <PaperSums statement={statement} />
      <PaperTable heads={heads}>
        {rows.map(row => (
          <tr key={row.n}>
            <td>{row.n}</td>
            <td>{formatDate(row.day)}</td>
            <td>
              {statementKinds[row.kind].label}
              {row.isLate ? '（补记）' : ''}
            </td>
            <td>
              {row.waybillNo === undefined
                ? row.summary
                : `${row.waybillNo} ${short(row.loadPlace)} → ${short(row.unloadPlace)}`}
            </td>
            <td>{row.plate}</td>
            <td className="ys-right">{row.weightG === undefined ? '' : printTons(row.weightG)}</td>
            <td>
              {row.charges.map(({ code, amount }) => `${chargeCodes[code].label} ${printMoney(amount)}`).join('；')}
            </td>
            <td className="ys-right">{printMoney(row.owed)}</td>
            <td className="ys-right">{printMoney(row.prepaid)}</td>
            <td className="ys-right">{printMoney(row.invoiced)}</td>
          </tr>
        ))}
      </PaperTable>
      {isCut && (
        <p>
          明细共 {lines} 行，本页只列出前 {rows.length} 行，其余见导出文件；上列汇总为全部明细。
        </p>
      )}
    </PaperOfBoth>
  )
}

function PaperSums({ statement: it }: { statement: StatementPaper['statement'] }) {
  const figures = [
    ['期初应收', it.openingOwed],
    ['本期运费', it.freight],
    ['红字冲减等', it.adjusted],
    ['预收冲应收', it.setOff],
    ['期末应收', it.closingOwed],
    ['期初预收', it.openingPrepaid],
    ['本期收款', it.received],
    ['退款', it.refunded],
    ['本期开票', it.invoiced],
    ['期末预收', it.closingPrepaid],
  ] as const
  const closing = closingWords(it.closing)
  return (
    <>
      <div className="sm-print-sums">
        {figures.map(([label, value]) => (
          <span key={label}>
            {label}：{printMoney(value)}
          </span>
        ))}
      </div>
      <p>
        {closing.label}（应收减预收）：{printMoney(closing.amount)} 元　大写：{it.closingInWords}
      </p>
    </>
  )
}
