// The page of an estimate of cost: what it was reckoned from, how long it stands, what replaced it, and the difference.
import { tentativeFigures, type TentativeFigure } from '@yunshu/domain/amount/explained'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { getTentativeVoucher, type TentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import type { EstimateEnd } from '@yunshu/contract/voucher/estimateEnd'
import { estimateEndStates } from '@yunshu/domain/voucher/estimateEnd'
import { estimateAges, estimateEnds } from '@yunshu/domain/voucher/voucherPages'
import type { Fen } from '@yunshu/domain/figures/money'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useEstimateEnd } from './useEstimateEnd.tsx'
import { useEstimateUrge } from './useEstimateUrge.tsx'
import { useCall } from '../../lib/useCall.ts'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { AskedMoney, askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { SheetNo, waybillColumn } from '../../parts/voucher/columns.tsx'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { Explained } from '../../ui/Explained.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Item = TentativeVoucher['items'][number]

const askedOf = (id: string, figure: TentativeFigure, key?: string): BooksAmount => ({
  amountOf: 'tentative',
  figure,
  id,
  ...(key === undefined ? {} : { key }),
})

/** A column of a figure of each waybill; of nothing there is nothing to tell. */
const figureColumn = (id: string, of: TentativeFigure): Column<Item> =>
  askedColumn(of, tentativeFigures[of], item => item[of], {
    asked: item => (item[of] === 0 ? undefined : askedOf(id, of, item.waybillId)),
  })

const basisOf = (id: string): readonly Column<Item>[] => [
  waybillColumn<Item>(),
  textColumn('carrier', '承运商', item => shortCompany(item.carrier), { width: 160 }),
  weightColumn('load', '装', item => item.loadWeight, { width: 90 }),
  weightColumn('unload', '卸', item => item.unloadWeight, { width: 90 }),
  textColumn('price', '约定价', item => item.price.replace(/^\d+/, groupThousands), { width: 130 }),
  figureColumn(id, 'estimated'),
  timeColumn('due', '预计来票', item => item.dueAt, { dayOnly: true }),
]
const endsOf = (id: string): readonly Column<Item>[] => [
  waybillColumn<Item>(),
  textColumn('end', '去向', item => estimateEnds[item.end], { width: 120 }),
  { key: 'sheet', title: '替换的结算单', width: 190, render: item => <SheetNo settlementNum={item.settlementNum} /> },
  timeColumn('at', '冲回日期', item => item.replacedAt, { dayOnly: true }),
  figureColumn(id, 'estimated'),
  figureColumn(id, 'actual'),
  figureColumn(id, 'difference'),
  figureColumn(id, 'open'),
]

const askedEnds: readonly Column<EstimateEnd>[] = [
  waybillColumn<EstimateEnd>(),
  moneyColumn('amount', '暂估', end => end.amount),
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: end => <StatusTag machine={estimateEndStates} state={end.state} />,
  },
  textColumn('reason', '原因', end => end.reason, { width: 220 }),
  textColumn('asker', '申请人', end => end.asker, { width: 110 }),
  timeColumn('at', '申请时间', end => end.askedAt),
  textColumn('checker', '复核人', end => end.checker ?? '', { width: 110 }),
  textColumn('answer', '驳回原因', end => end.answer ?? '', { width: 160 }),
]
const endKey = ({ id }: EstimateEnd): string => id

const rowKey = ({ waybillId }: Item): string => waybillId

/** Screen TentativeVoucher. */
export default function TentativeVoucherPage() {
  const { id = '' } = useParams()
  const answer = useCall(getTentativeVoucher, { id }, { quiet: true })
  const { acts, dialog } = useEstimateUrge()
  const { acts: endActs, primary, ends: asked, dialog: endDialog } = useEstimateEnd(id)
  const [basis, ends] = useMemo(() => [basisOf(id), endsOf(id)], [id])
  const sum = (of: TentativeFigure, value: Fen) =>
    value === 0 ? <Money key={of} value={value} /> : <AskedMoney key={of} asked={askedOf(id, of)} value={value} />
  return (
    <VoucherPage
      answer={answer}
      primary={() => primary}
      acts={voucher => [...acts(voucher), ...endActs(voucher)]}
      notice={() => (
        <>
          {dialog}
          {endDialog}
        </>
      )}
      line={voucher => (voucher.open > 0 ? (voucher.days === 0 ? '今天暂估' : `已暂估 ${voucher.days} 天`) : '')}
    >
      {voucher => (
        <>
          <Section title="暂估依据" extra={<Explained label="暂估" />}>
            <SimpleTable
              title="暂估依据"
              rows={voucher.items}
              columns={basis}
              rowKey={rowKey}
              {...(voucher.items.length < 2 ? {} : { sums: { estimated: sum('estimated', voucher.estimated) } })}
            />
            <p className="ys-weak">预计来票：付款到期日之前。</p>
          </Section>
          <Section title="去向与差异">
            <Facts
              items={[
                [
                  '账龄',
                  voucher.days === 0 ? estimateAges[voucher.age] : `${voucher.days} 天，${estimateAges[voucher.age]}`,
                ],
                ['未冲回(元)', sum('open', voucher.open)],
                ['差异(元)', sum('difference', voucher.difference)],
              ]}
            />
            <SimpleTable
              title="去向与差异"
              rows={voucher.items}
              columns={ends}
              rowKey={rowKey}
              {...(voucher.items.length < 2
                ? {}
                : {
                    sums: {
                      estimated: sum('estimated', voucher.estimated),
                      actual: sum('actual', voucher.actual),
                      difference: sum('difference', voucher.difference),
                      open: sum('open', voucher.open),
                    },
                  })}
            />
            <p className="ys-weak">差异 = 实际成本 − 暂估。结算单审核时红字冲回暂估并按实际入账，差异计入当期成本。</p>
          </Section>
          {asked.length > 0 && (
            <Section title="核销申请">
              <SimpleTable title="核销申请" rows={asked} columns={askedEnds} rowKey={endKey} />
            </Section>
          )}
        </>
      )}
    </VoucherPage>
  )
}
