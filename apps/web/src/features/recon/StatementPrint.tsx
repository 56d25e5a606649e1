// The statement of both balances on paper (余额调节表).
import type { ReconStatement } from '@yunshu/contract/recon/recon'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { openPieces } from '@yunshu/domain/recon/recon'
import { PaperFoot } from '../../ui/PaperFoot.tsx'

export function StatementPrint({ of }: { of: ReconStatement }) {
  return (
    <div className="rc-print">
      <h1>银行存款余额调节表</h1>
      <p>
        {of.branchName}　{formatDate(of.file.day)}　单位：元
      </p>
      <table className="ys-table">
        <tbody>
          <Row what="银行对账文件期末余额" amount={printMoney(of.bank)} />
          <Row what="账面余额（1002.02）" amount={printMoney(of.book)} />
          <Row what="启用对账前的差额" amount={printMoney(of.before)} />
          {of.pieces.map((piece, n) => (
            <Row
              key={`${piece.side} ${piece.what} ${n}`}
              what={`${openPieces[piece.side]}：${formatDate(piece.day)} ${piece.what}`}
              amount={printMoney(piece.amount)}
            />
          ))}
          {of.more > 0 && <Row what={`另有 ${of.more} 笔未列出，已计入下面的余额`} amount="" />}
        </tbody>
        <tfoot>
          <Row what="调节后银行余额" amount={printMoney(of.adjustedBank)} />
          <Row what="调节后账面余额" amount={printMoney(of.adjustedBook)} />
        </tfoot>
      </table>
      <p className="rc-signs">
        <span>制表：{of.file.maker}</span>
        <span>复核：{of.file.checker ?? ''}</span>
      </p>
      <PaperFoot />
    </div>
  )
}

const Row = ({ what, amount }: { what: string; amount: string }) => (
  <tr>
    <td>{what}</td>
    <td className="ys-right">{amount}</td>
  </tr>
)
