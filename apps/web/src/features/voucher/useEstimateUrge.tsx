// Asks the carriers of an estimate that stands for their invoices, from its page.
import { urgeEstimates } from '@yunshu/contract/report/openAge'
import { staleAfter } from '@yunshu/contract/topics'
import type { TentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { printMoney, sumFen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { useState, type ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useCan } from '../../lib/can.ts'
import { useSend } from '../../lib/useCall.ts'
import { UrgeDialog } from '../../parts/urge/UrgeDialog.tsx'
import { toldUrge } from '../../parts/urge/urging.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'

interface Urging {
  readonly carrierId: string
  readonly branchId: string
  readonly name: string
  readonly about: string
  readonly urges: number
  readonly urgedAt: number
}
const invalidates = staleAfter('voucher')

/** The carriers of which something of the estimate stands, each with the message in short. */
const waitedFor = ({ items, branchName, branchCompanyId: branchId }: TentativeVoucher): Urging[] =>
  [
    ...Map.groupBy(
      items.filter(({ open }) => open > 0),
      ({ carrierId }) => carrierId,
    ),
  ].map(([carrierId, own]) => ({
    carrierId,
    branchId,
    name: own[0]?.carrier ?? '',
    urges: own[0]?.urges ?? 0,
    urgedAt: own[0]?.urgedAt ?? 0,
    about: `${branchName}已签收的运费尚未结算，其中本凭证暂估 ${printMoney(sumFen(own.map(({ open }) => open)))} 元，请对账开票`,
  }))

/** The acts of the page, and the question before one. */
export function useEstimateUrge(): {
  readonly acts: (voucher: TentativeVoucher) => readonly RowAction[]
  readonly dialog: ReactNode
} {
  const mayUrge = useCan('invoice.input')
  const { run, isBusy } = useSend(urgeEstimates, { invalidates })
  const [urging, setUrging] = useState<Urging>()
  return {
    acts: voucher => {
      const carriers = mayUrge ? waitedFor(voucher) : []
      return carriers.map(each => {
        const of = carriers.length === 1 ? '' : `：${shortCompany(each.name)}`
        const label = `催票${of}${each.urges === 0 ? '' : `（已催 ${each.urges} 次）`}`
        return each.urgedAt >= startOfDay(serverNow())
          ? { label, why: '今天已经催过，明天可以再催' }
          : { label, onClick: () => setUrging(each) }
      })
    },
    dialog: urging && (
      <UrgeDialog
        act="催票"
        name={urging.name}
        about={urging.about}
        isBusy={isBusy}
        onUrge={() =>
          void run({ carrierId: urging.carrierId, branchId: urging.branchId }).then(told => {
            if (told) toldUrge(told)
            setUrging(undefined)
          })
        }
        onClose={() => setUrging(undefined)}
      />
    ),
  }
}
