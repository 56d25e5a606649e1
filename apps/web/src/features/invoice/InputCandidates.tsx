// Waybills an input invoice can be bound to, each by what fits, or all of them until the invoice is full.
import {
  bindInputInvoice,
  listInputCandidates,
  type InputCandidate,
  type InputInvoiceDetail,
} from '@yunshu/contract/invoice/input'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { isSupply, type InputClass, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { fillInOrder } from '@yunshu/domain/voucher/binding'
import { Button } from 'antd'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

const invalidates = staleAfter('invoice', 'voucher')
/** A waybill by its number, as a link to it. */
export const waybillLink = (id: string, waybillNo: string) => (
  <a className="ys-link" href={screenUrl('WaybillDetails', { id })}>
    {waybillNo}
  </a>
)

/** The cost a class of invoices is for, as candidates show it. */
const costTitles: Readonly<Record<InputClass, string>> = { FREIGHT: '运费成本', FUEL: '已用油费', TOLL: '已归集通行费' }
const nothingOpen: Readonly<Record<SupplyClass, string>> = {
  FUEL: '没有已签收、已用油而未绑定油费发票的运单。油卡、油券按已导入的消费计算。',
  TOLL: '没有已签收、签收前归集通行费而未绑定发票的运单。',
}

const candidateColumns = (
  of: InputClass,
  onBind: (row: InputCandidate) => void,
  isBusy: boolean,
): readonly Column<InputCandidate>[] => [
  { key: 'no', title: '运单号', width: 180, card: 'title', render: row => waybillLink(row.id, row.waybillNo) },
  textColumn<InputCandidate>('plate', '车牌', row => row.plate, { width: 100, card: 'tag' }),
  ...(isSupply(of)
    ? [textColumn<InputCandidate>('carrier', '承运商', row => shortCompany(row.carrierName), { width: 130 })]
    : []),
  moneyColumn<InputCandidate>('cost', costTitles[of], row => row.cost, { width: 120 }),
  moneyColumn<InputCandidate>('open', '可绑定', row => row.open, { width: 120, card: 'figure' }),
  {
    key: 'act',
    title: '操作',
    width: 90,
    render: row => (
      <Button size="small" disabled={isBusy} aria-label={`绑定 ${row.waybillNo}`} onClick={() => onBind(row)}>
        绑定
      </Button>
    ),
  },
]

/** Waybills whose cost has room, each bound by what fits, or all of them until the invoice is full. */
export function InputCandidates({ input }: { input: InputInvoiceDetail }) {
  const canBind = useCan('invoice.input')
  const isOpen = canBind && input.unbound > 0 && (input.state === 'verified' || input.state === 'ticked')
  const { data } = useCall(listInputCandidates, { id: input.id, limit: 100 }, { quiet: true, enabled: isOpen })
  const { run, isBusy } = useSend(bindInputInvoice, { invalidates, done: () => toast.success('已绑定') })
  if (!isOpen || data === undefined) return null
  const bind = (rows: readonly InputCandidate[]): void => {
    const filled = fillInOrder(
      input.unbound,
      rows.map(row => ({ id: row.id, free: row.open })),
    ).filter(({ amount }) => amount > 0)
    const lines = filled.map(({ id, amount }) => ({ waybillId: id, amount }))
    void run({ id: input.id, version: input.version, lines })
  }
  return (
    <Section
      title="可绑定运单"
      extra={
        data.rows.length > 1 && (
          <Button size="small" disabled={isBusy} onClick={() => bind(data.rows.toReversed())}>
            按签收先后绑满
          </Button>
        )
      }
    >
      {isSupply(input.class) && data.rows.length === 0 && <p className="ys-weak">{nothingOpen[input.class]}</p>}
      <SimpleTable
        title="可绑定运单"
        rows={data.rows}
        columns={candidateColumns(input.class, row => bind([row]), isBusy)}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}
