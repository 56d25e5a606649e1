// The page of a voucher of fuel: stock before and after, the purchase, and the waybills it was for.
import { listUrl } from '@yunshu/contract/screens/screens'
import { getFuelCardVoucher, type FuelCardVoucher } from '@yunshu/contract/voucher/voucherPages'
import { subtractFen, sumFen } from '@yunshu/domain/figures/money'
import { fuelMoves } from '@yunshu/domain/voucher/voucherPages'
import { useParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Waybill = FuelCardVoucher['waybills'][number]

const columns: readonly Column<Waybill>[] = [
  waybillColumn<Waybill>(),
  textColumn('plate', '车牌', row => row.plate, { width: 110 }),
  textColumn('driver', '司机', row => row.driver, { width: 110 }),
  moneyColumn('planned', '运单油费', row => row.planned),
  moneyColumn('amount', '本凭证', row => row.amount),
]

function Stock({ voucher: { move, stock, amount } }: { voucher: FuelCardVoucher }) {
  return (
    <Section title="油卡库存">
      <Facts
        items={[
          ['业务', fuelMoves[move]],
          ['变动前库存(元)', stock && <Money key="before" value={stock.before} />],
          [
            '本次(元)',
            <span key="amount">
              {stock && stock.after > stock.before && '+'}
              <Money value={stock ? subtractFen(stock.after, stock.before) : amount} />
            </span>,
          ],
          ['变动后库存(元)', stock && <Money key="after" value={stock.after} />],
        ]}
      />
    </Section>
  )
}

function Purchase({ purchase }: { purchase: NonNullable<FuelCardVoucher['purchase']> }) {
  const mayOpen = useCan('fund.view')
  return (
    <Section title="采购">
      <Facts
        items={[
          [
            '资金登记',
            mayOpen ? (
              <a key="record" className="ys-link" href={listUrl('FundList', { text: purchase.recordNo })}>
                {purchase.recordNo}
              </a>
            ) : (
              purchase.recordNo
            ),
          ],
          ['付款流水号', purchase.serial],
          ['采购日期', <Time key="date" value={purchase.date} dayOnly whole />],
          ['登记人', purchase.maker],
          ['复核人', purchase.checker],
          ['备注', purchase.remark, 'wide'],
        ]}
      />
    </Section>
  )
}

/** Screen FuelCardVoucher. */
export default function FuelCardVoucherPage() {
  const { id = '' } = useParams()
  const answer = useCall(getFuelCardVoucher, { id }, { quiet: true })
  return (
    <VoucherPage answer={answer} line={voucher => fuelMoves[voucher.move]}>
      {voucher => (
        <>
          <Stock voucher={voucher} />
          {voucher.purchase && <Purchase purchase={voucher.purchase} />}
          {voucher.waybills.length > 0 && (
            <Section title={`油费所属运单（${voucher.waybills.length}）`}>
              <SimpleTable
                title="油卡运单"
                rows={voucher.waybills}
                columns={columns}
                rowKey={({ waybillId }) => waybillId}
                sums={{ amount: <Money value={sumFen(voucher.waybills.map(row => row.amount))} /> }}
              />
            </Section>
          )}
        </>
      )}
    </VoucherPage>
  )
}
