// A trial of the posting rules: the entries of a waybill or of typed amounts, from signature to invoice; nothing is written.
import { tryPostings } from '@yunshu/contract/voucher/posting'
import type { Input, Output } from '@yunshu/contract/call'
import { fen, isFen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { chargeCodes, type ChargeCode } from '@yunshu/domain/settlement/charges'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

type Line = Output<typeof tryPostings>['entries'][number]['lines'][number]
const columns: readonly Column<Line>[] = [
  textColumn('account', '科目', row => `${row.account} ${row.accountName}`, { width: 220 }),
  textColumn('party', '往来', row => row.party, { width: 90 }),
  moneyColumn('debit', '借方', row => (row.debit === 0 ? undefined : row.debit), { width: 130 }),
  moneyColumn('credit', '贷方', row => (row.credit === 0 ? undefined : row.credit), { width: 130 }),
]
const typedCodes = ['FREIGHT', 'LOAD', 'SERVICE', 'LOSS'] as const satisfies readonly ChargeCode[]
const carrierCodes = ['LOAD', 'TOLL'] as const satisfies readonly ChargeCode[]
const carrierKey = (code: ChargeCode): string => `carrier ${code}`
const figures = {
  carrierFreight: '承运运费(元)',
  deducted: '承运扣款(元)',
  penalty: '扣款里的罚款(元)',
  advance: '预付(元)',
  cardOil: '装货前发放油卡(元)',
  tolls: '装货前发放 ETC(元)',
  oil: '随单给油卡(元)',
  fee: '转派服务费(元)',
  prepaid: '货主预收(元)',
  inputTax: '承运商发票税额(元)',
  fuelInvoice: '油费专票(元)',
  fuelTax: '其中税额(元)',
} as const

type Typed = Readonly<Record<string, Fen | undefined>>
/**
 * The example of the manual: 10,000.00 of the shipper, 9,500.00 less 120.00 of the carrier; of them 2,000.00 were paid and
 * fuel of 3,000.00 and tolls of 500.00 handed out before the trip.
 */
const worked: Typed = {
  FREIGHT: fen(1_000_000),
  carrierFreight: fen(950_000),
  deducted: fen(12_000),
  advance: fen(200_000),
  cardOil: fen(300_000),
  tolls: fen(50_000),
}

const askedOf = (typed: Typed, waybillNo: string): Input<typeof tryPostings> => {
  const given = Object.keys(figures).flatMap(key => (typed[key] === undefined ? [] : [[key, typed[key]] as const]))
  if (waybillNo !== '') return { waybillNo }
  const charges = typedCodes.flatMap(code => {
    const amount = typed[code]
    return amount === undefined || amount === 0 ? [] : [{ code, amount }]
  })
  // of the carrier's freight, what is not freight itself
  const others = carrierCodes.flatMap(code => {
    const amount = typed[carrierKey(code)]
    return amount === undefined || amount === 0 ? [] : [{ code, amount }]
  })
  const rest = subtractFen(typed['carrierFreight'] ?? ZERO_FEN, sumFen(others.map(({ amount }) => amount)))
  const carrierCharges = rest > 0 ? [{ code: 'FREIGHT' as const, amount: rest }, ...others] : others
  return { charges, carrierCharges, ...Object.fromEntries(given) }
}

export function PostingTrialDrawer({ versionId, onClose }: { versionId: string | undefined; onClose: () => void }) {
  const isMobile = useMobile()
  const [typed, setTyped] = useState<Typed>(worked)
  const [waybillNo, setWaybillNo] = useState('')
  const [asked, setAsked] = useState<Input<typeof tryPostings>>(() => askedOf(worked, ''))
  const money = (key: string, label: string) => (
    <label key={key} className="vc-trial-field">
      <span>{label}</span>
      <MoneyInput value={typed[key]} onChange={next => setTyped({ ...typed, [key]: isFen(next) ? next : undefined })} />
    </label>
  )
  return (
    <Drawer open title="试做分录（不记账）" size={isMobile ? '100%' : 820} onClose={onClose}>
      <div className="vc-trial-form">
        <label className="vc-trial-field" htmlFor="vc-trial-waybill">
          <span>运单号（填了就按运单）</span>
          <TextInput
            id="vc-trial-waybill"
            max={35}
            value={waybillNo}
            onChange={next => setWaybillNo(typeof next === 'string' ? next : '')}
          />
        </label>
        {typedCodes.map(code => money(code, `货主${chargeCodes[code].label}(元)`))}
        {carrierCodes.map(code => money(carrierKey(code), `其中承运${chargeCodes[code].label}(元)`))}
        {Object.entries(figures).map(([key, label]) => money(key, label))}
      </div>
      <Button type="primary" onClick={() => setAsked(askedOf(typed, waybillNo.trim()))}>
        试做
      </Button>
      <Entries asked={versionId === undefined ? asked : { ...asked, versionId }} />
    </Drawer>
  )
}

function Entries({ asked }: { asked: Input<typeof tryPostings> }) {
  const { data, error, refetch } = useCall(tryPostings, asked, { quiet: true })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton />
  return (
    <>
      <p aria-live="polite">
        {data.versionNo === undefined ? '按启用时的规则' : `按版本 ${data.versionNo}`}，借方合计{' '}
        <Money value={data.debit} />
        ，贷方合计 <Money value={data.credit} />
        ，没有写入任何账。
      </p>
      {data.entries.map(({ moment, kind, lines }, at) => (
        <Section key={`${at} ${moment}`} title={`${moment}（${voucherKinds[kind]}）`}>
          <SimpleTable
            title={moment}
            // lines of two parts may be the same
            rows={lines.map((line, n) => ({ ...line, n }))}
            columns={columns}
            rowKey={row => String(row.n)}
          />
        </Section>
      ))}
    </>
  )
}
