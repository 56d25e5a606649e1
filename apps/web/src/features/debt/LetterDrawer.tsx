// The reminder (催收函) of a carrier: all that is open in the books of one branch, printed and stamped.
import { getDebtLetter, type DebtLetter, type DebtRow } from '@yunshu/contract/debt/debt'
import { debtOrigins } from '@yunshu/domain/debt'
import { printMost } from '@yunshu/domain/print'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { Button, Drawer } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import './debt.css'

export function LetterDrawer({ row, onClose }: { row: DebtRow; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getDebtLetter, { id: row.id }, { quiet: true })
  const { print, sheet } = usePaper('debt')
  return (
    <Drawer
      open
      title={`催收函 ${row.carrierName}`}
      size={isMobile ? '100%' : 560}
      onClose={onClose}
      extra={
        <Button
          type="primary"
          disabled={!data || data.rows.length === 0}
          onClick={() => data && print(idsOf(data), <LetterPrint letter={data} />)}
        >
          打印
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        <EmptyState text="该承运商在本分公司没有待收的欠款" />
      ) : (
        <Facts
          items={[
            ['承运商', data.carrierName, 'wide'],
            ['发函方', data.branchName, 'wide'],
            ['笔数', data.isCut ? `${data.rows.length} 笔以上` : String(data.rows.length)],
            ['待收合计(元)', <Money key="open" value={data.open} strong />],
            ['大写', data.openInWords, 'wide'],
          ]}
        />
      )}
      {sheet}
    </Drawer>
  )
}

/** The debts whose histories have the letter: the oldest, as many as one print counts. */
const idsOf = ({ rows }: DebtLetter): string[] => rows.slice(0, printMost).map(({ id }) => id)

const heads = ['序号', '欠款号', '来源', '来源单', '发生日', '账龄(天)', '欠款(元)', '余额(元)']

function LetterPrint({ letter }: { letter: DebtLetter }) {
  return (
    <div className="ys-debt-print">
      <h1>催收函</h1>
      <p>{letter.carrierName}：</p>
      <p>
        截至 {formatDate(serverNow())}，贵司在{letter.branchName}账上尚有欠款 {printMoney(letter.open)} 元（大写：
        {letter.openInWords}
        ），明细如下。请于收到本函之日起七日内核对并付清；已付款的，请提供银行回单。如有异议，请书面说明。
      </p>
      <table className="ys-table">
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {letter.rows.map((row, n) => (
            <tr key={row.id}>
              <td>{n + 1}</td>
              <td>{row.debtNo}</td>
              <td>{debtOrigins[row.origin]}</td>
              <td>{row.settlementNum ?? row.waybillNo}</td>
              <td>{formatDate(row.createdAt)}</td>
              <td className="ys-right">{row.age ?? 0}</td>
              <td className="ys-right">{printMoney(row.amount)}</td>
              <td className="ys-right">{printMoney(row.open)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={7}>
              合计{letter.isCut ? `（只列出最早 ${letter.rows.length} 笔，合计为全部）` : ` ${letter.rows.length} 笔`}
            </td>
            <td className="ys-right">{printMoney(letter.open)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="ys-debt-signs">
        <span>发函方（盖章）：{letter.branchName}</span>
        <span>承运商签收（盖章）：　　　　　年　月　日</span>
      </p>
      <PaperFoot />
    </div>
  )
}
