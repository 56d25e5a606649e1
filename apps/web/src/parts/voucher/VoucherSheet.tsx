// A voucher in the layout accountants know (记账凭证): 摘要, 科目, 借方, 贷方, the total in words, and who made it.
import type { VoucherPaper } from '@yunshu/contract/voucher/voucher'
import { formatDate } from '@yunshu/domain/figures/time'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import type { ReactNode } from 'react'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { useDrawnRows } from '../../ui/useDrawnRows.tsx'
import './voucherSheet.css'

/** A voucher on paper has at least this many lines; blank ones are drawn, so that nothing can be written in. */
const leastLines = 5

/** Nothing where a side has no amount; red entries are red. */
function Amount({ value, isTotal = false }: { value: Fen; isTotal?: boolean }) {
  return value === 0 && !isTotal ? null : <span className={value < 0 ? 'vc-red' : undefined}>{printMoney(value)}</span>
}

interface SummaryProps {
  text: string
  waybillNo: string | undefined
  draw: (number: string) => ReactNode
}

/** Numbers of waybills, sheets and other documents inside a summary. */
const numberInside = /([A-Z]{2}\d{10,})/

/**
 * The summary, its numbers never broken over two lines; the number of the line's waybill is drawn where the summary
 * names it, else after it.
 */
function Summary({ text, waybillNo, draw }: SummaryProps) {
  const whole = waybillNo === undefined || text.includes(waybillNo) ? text : `${text} ${waybillNo}`
  return whole.split(numberInside).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="vc-number">
        {draw(part)}
      </span>
    ),
  )
}

interface Props {
  voucher: VoucherPaper
  /** The drawing of the number of a document its summaries name: a link on screen, text on paper. */
  number?: (number: string) => ReactNode
  /** The drawing of the amount of a line by its number in the entry: pressed, it says how it came; absent on paper. */
  amount?: (n: number, shown: ReactNode) => ReactNode
  /** The paper it is printed on: 240 × 140 mm as voucher binders hold it, or A5; absent on screen. */
  paper?: PaperFormat
}

interface LineProps extends Required<Pick<Props, 'number'>> {
  line: VoucherPaper['lines'][number]
  /** Of the voucher, where the line has none of its own. */
  summary: string
  amount: Props['amount'] | undefined
}

function Line({ line, summary, number, amount }: LineProps) {
  const { n } = line
  const figure = (value: Fen): ReactNode =>
    value === 0 || n === undefined || amount === undefined ? (
      <Amount value={value} />
    ) : (
      amount(n, <Amount value={value} />)
    )
  return (
    <tr>
      <td>
        <Summary text={line.summary ?? summary} waybillNo={line.waybillNo} draw={number} />
      </td>
      <td>
        {line.account} {line.accountName}
        {line.party !== undefined && `／${line.party}`}
      </td>
      <td className="vc-figure">{figure(line.debit)}</td>
      <td className="vc-figure">{figure(line.credit)}</td>
    </tr>
  )
}

/** The papers vouchers are printed on. */
export const paperNames = { narrow: '240×140', a5: 'A5' } as const
export type PaperFormat = keyof typeof paperNames
export const paperFormats: readonly PaperFormat[] = ['narrow', 'a5']

/** The same on screen and on paper. */
export function VoucherSheet({ voucher, number = text => text, amount, paper }: Props) {
  const { lines } = voucher
  // paper holds them all
  const drawn = useDrawnRows(lines)
  const shown = paper === undefined ? drawn.rows : lines
  const [year, month, day] = formatDate(voucher.date).split('-')
  const blanks = paper === undefined ? 0 : Math.max(0, leastLines - lines.length)
  return (
    <div className={paper === undefined ? 'vc-sheet' : `vc-sheet vc-paper-${paper}`}>
      <h2 className={voucher.amount < 0 ? 'vc-title vc-red' : 'vc-title'}>{voucherKinds[voucher.kind]}</h2>
      <p className="vc-head">
        <span>单位：{voucher.branchName}</span>
        <span>
          {year} 年 {month} 月 {day} 日
        </span>
        <span>{voucher.voucherNo}</span>
        <span>附件 {voucher.papers} 张</span>
      </p>
      <div className="vc-scroll">
        <table className="vc-table">
          <thead>
            <tr>
              <th scope="col">摘要</th>
              <th scope="col">会计科目</th>
              <th scope="col">借方金额(元)</th>
              <th scope="col">贷方金额(元)</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line, index) => (
              <Line key={index} line={line} summary={voucher.summary} number={number} amount={amount} />
            ))}
            {Array.from({ length: blanks }, (_, index) => (
              <tr key={`blank${index}`} aria-hidden="true">
                {[1, 2, 3, 4].map(cell => (
                  <td key={cell}>&nbsp;</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                合计：{voucher.amountInWords}
              </th>
              <td className="vc-figure">
                <Amount value={voucher.totalDebit} isTotal />
              </td>
              <td className="vc-figure">
                <Amount value={voucher.totalCredit} isTotal />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {paper === undefined && drawn.more}
      <p className="vc-head vc-signed">
        <span>制单：{voucher.maker}</span>
        <span>审核：{voucher.auditor ?? ''}</span>
        <span>记账：{voucher.poster ?? ''}</span>
      </p>
      {paper !== undefined && <PaperFoot />}
    </div>
  )
}
