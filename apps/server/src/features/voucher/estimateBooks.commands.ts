// Posting of an estimate nobody will ever bill: it goes in red, and with it the cost (E3x).
import { reverseLines, type PostedLine } from '@yunshu/domain/voucher/ledger'
import { fen, subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames, openEstimates } from './books.queries.ts'
import type { VoucherOf } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'

/** An estimate that ends: the record that says so, and the parts of its waybill. */
interface EndedEstimate {
  readonly id: string
  readonly waybillId: string
  readonly waybillNo: string
  readonly carrierId: string
  readonly branchId: string
  readonly partIds: readonly string[]
  readonly maker: VoucherOf['maker']
}

const estimateOf = (lines: readonly PostedLine[]): Fen =>
  sumFen(lines.filter(({ account }) => account === '2202.99').map(line => subtractFen(line.creditFen, line.debitFen)))

/** E3x: the estimate of these parts goes back in red, on the accounts it stands on; answers what it came to. */
export async function postEstimateEnded(ctx: Ctx, ended: EndedEstimate): Promise<Fen> {
  const { id, waybillId, waybillNo, carrierId, branchId, partIds, maker } = ended
  return ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [carrierId])
    const open = (await openEstimates(ctx, [waybillId], { carrierId, partIds })).flatMap(({ lines }) => lines)
    if (open.length === 0) return fen(0)
    bookEntries(ctx, branchId, [
      {
        source: { type: 'estimateEnd', id },
        event: 'E3x',
        summary: `核销暂估 ${waybillNo}`,
        lines: reverseLines(open),
        carrierId,
        voucher: { kind: 'TENTATIVE', counterparty: names(carrierId), waybillId, maker },
      },
    ])
    return estimateOf(open)
  })
}
