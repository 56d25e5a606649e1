// The page of a voucher of fuel: stock before and after, the purchase, and the waybills it was for.
import { listFuelUses, type FuelUseRow } from '@yunshu/contract/fuel/use'
import { listUrl } from '@yunshu/contract/screens/screens'
import { getFuelCardVoucher, type FuelCardVoucher } from '@yunshu/contract/voucher/voucherPages'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { subtractFen, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { fuelMoves } from '@yunshu/domain/voucher/voucherPages'
import { useParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
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

const uses: readonly Column<FuelUseRow>[] = [
  timeColumn('at', '加油时间', row => row.usedAt),
  textColumn('station', '油站', row => row.station, { width: 180 }),
  textColumn('card', '油卡/油券', row => row.cardNo ?? row.couponNo ?? '', { width: 170 }),
  textColumn('litres', '升数', row => litresText(litresOf(row)), { width: 90 }),
  textColumn('price', '单价(元/升)', row => (row.unitPrice === undefined ? '' : printUnitPrice(row.unitPrice)), {
    width: 110,
  }),
  moneyColumn('amount', '金额', shareOf),
]
/** The part of a use that the voucher's fuel paid, where another's paid the rest. */
function shareOf(row: FuelUseRow): Fen {
  return row.share ?? row.amount
}
/** Its litres in hundredths: those its part of the amount bought. */
const litresOf = (row: FuelUseRow): number | undefined =>
  row.litresCl === undefined ? undefined : Math.round(row.litresCl * (shareOf(row) / row.amount))
const litresText = (centilitres: number | undefined): string =>
  centilitres === undefined ? '' : printDecimal(centilitres, 2)

/** Fuel taken at pumps on the cards and coupons of the voucher, as the provider's files say it. */
function Uses({ voucherId }: { voucherId: string }) {
  const { data } = useCall(listFuelUses, { voucherId, limit: usesShown }, { quiet: true })
  const { rows = [] } = data ?? {}
  if (rows.length === 0) return null
  const litres = rows.reduce((sum, row) => sum + (litresOf(row) ?? 0), 0)
  return (
    <Section title={data?.next === undefined ? '加油明细' : `加油明细（最近 ${usesShown} 笔）`}>
      <SimpleTable
        title="加油明细"
        rows={rows}
        columns={uses}
        rowKey={({ id }) => id}
        sums={{ litres: litresText(litres), amount: <Money value={sumFen(rows.map(shareOf))} /> }}
      />
    </Section>
  )
}
const usesShown = 50

/** Screen FuelCardVoucher. */
export default function FuelCardVoucherPage() {
  const { id = '' } = useParams()
  const answer = useCall(getFuelCardVoucher, { id }, { quiet: true })
  const seesUses = useCan('fuel.view')
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
          {seesUses && <Uses voucherId={voucher.id} />}
        </>
      )}
    </VoucherPage>
  )
}
