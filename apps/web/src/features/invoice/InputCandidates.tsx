// Waybills an input invoice can be bound to, the one signed first before the others: each by an amount, or all that are found
// until the invoice is full.
import {
  bindInputInvoice,
  fillInputInvoice,
  listInputCandidates,
  listInputProviders,
  type InputCandidate,
  type InputInvoiceDetail,
} from '@yunshu/contract/invoice/input'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { printMoney, smallerFen, type Fen } from '@yunshu/domain/figures/money'
import { isSupply, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { bindsWaybills } from '@yunshu/domain/invoice/input'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, usePages, useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import type { Unreadable } from '../../ui/fields/unreadable.ts'
import type { Range } from '../../ui/fields/usualRanges.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { candidateColumns } from './candidateColumns.tsx'
import './invoice.css'

const invalidates = staleAfter('invoice', 'voucher')
/** A waybill by its number, as a link to it. */
export const waybillLink = (id: string, waybillNo: string) => (
  <a className="ys-link" href={screenUrl('WaybillDetails', { id })}>
    {waybillNo}
  </a>
)

const nothingOpen: Readonly<Record<SupplyClass, string>> = {
  FUEL: '没有已签收、已用油而未绑定油费发票的运单。油卡、油券按已导入的消费计算。',
  TOLL: '没有已签收、签收前归集通行费而未绑定发票的运单。',
}

/** Nothing is offered while the invoice is full, or not checked. */
export function InputCandidates({ input }: { input: InputInvoiceDetail }) {
  const canBind = useCan('invoice.input')
  const isOpen = canBind && input.unbound > 0 && bindsWaybills(input.state)
  return isOpen ? <Candidates key={input.id} input={input} /> : null
}

interface Said {
  readonly text: string
  readonly days: Range
  /** Undefined until somebody chooses: then it is the one the seller's name says; null for all. */
  readonly provider: string | null | undefined
}

function Candidates({ input }: { input: InputInvoiceDetail }) {
  const [said, setSaid] = useState<Said>({ text: '', days: {}, provider: undefined })
  const isOfProviders = isSupply(input.class)
  const { data: known } = useCall(listInputProviders, { id: input.id }, { quiet: true, enabled: isOfProviders })
  const provider = said.provider === undefined ? known?.ofSeller : (said.provider ?? undefined)
  const filter = {
    ...(said.text === '' ? {} : { text: said.text }),
    ...(provider === undefined ? {} : { provider }),
    ...said.days,
  }
  const { rows, more, hasMore, isFirstLoad } = usePages(
    listInputCandidates,
    { id: input.id, ...filter },
    { keepPrevious: true, enabled: !isOfProviders || known !== undefined },
  )
  const at = { id: input.id, version: input.version }
  const bind = useSend(bindInputInvoice, { invalidates, done: () => toast.success('已绑定') })
  const fill = useSend(fillInputInvoice, {
    invalidates,
    done: ({ waybills, amount }) => toast.success(`已绑定 ${printCount(waybills)} 单，${printMoney(amount)} 元`),
  })
  const isBusy = bind.isBusy || fill.isBusy
  const asked = provider === undefined ? {} : { provider }
  return (
    <Section
      title="可绑定运单"
      extra={
        rows.length > 1 && (
          <Button size="small" disabled={isBusy} onClick={() => void fill.run({ ...at, ...filter })}>
            按签收先后绑满
          </Button>
        )
      }
    >
      <CandidateTools said={said} provider={provider} providers={known?.rows} onChange={setSaid} />
      {isFirstLoad && <Skeleton />}
      {!isFirstLoad && isSupply(input.class) && rows.length === 0 && (
        <p className="ys-weak">{nothingOpen[input.class]}</p>
      )}
      {!isFirstLoad && (
        <CandidateTable
          input={input}
          rows={rows}
          isBusy={isBusy}
          onBind={(row, amount) => bind.run({ ...at, ...asked, lines: [{ waybillId: row.id, amount }] })}
        />
      )}
      {hasMore && (
        <button type="button" className="ys-link" onClick={more}>
          更多
        </button>
      )}
    </Section>
  )
}

interface ToolsProps {
  said: Said
  provider: string | undefined
  /** Undefined for freight, which has none. */
  providers: readonly string[] | undefined
  onChange: (next: Said) => void
}

/** The waybills that are looked for: by number or truck, by the days of their signatures, and by provider. */
function CandidateTools({ said, provider, providers, onChange }: ToolsProps) {
  return (
    <div className="iv-candidates">
      <TextInput
        max={60}
        placeholder="运单号、车牌"
        aria-label="查找可绑定运单"
        value={said.text}
        onChange={next => onChange({ ...said, text: typeof next === 'string' ? next : '' })}
      />
      <DateRangeInput aria-label="签收日期" value={said.days} onChange={days => onChange({ ...said, days })} />
      {providers !== undefined && providers.length > 0 && (
        <ChoiceSelect
          aria-label="供应商"
          placeholder="全部供应商"
          options={providers.map(value => ({ value, label: value }))}
          value={provider}
          onChange={next => onChange({ ...said, provider: typeof next === 'string' ? next : null })}
        />
      )}
    </div>
  )
}

interface TableProps {
  input: InputInvoiceDetail
  rows: readonly InputCandidate[]
  isBusy: boolean
  /** Answers with nothing where it was refused. */
  onBind: (row: InputCandidate, amount: Fen) => Promise<unknown>
}

interface Typed extends Readonly<Record<string, unknown>> {
  /** Amounts by waybill. */
  readonly amounts: Readonly<Record<string, Fen | Unreadable | undefined>>
}
const noAmounts: Typed = { amounts: {} }

/** The waybills found, each with the amount that fits, or as much of it as is typed. */
function CandidateTable({ input, rows, isBusy, onBind }: TableProps) {
  const { id, version, invoiceNo } = input
  const { typed, type, clear, draft } = useTyped(
    { call: bindInputInvoice, fixed: { id, version }, title: `绑定运单 ${invoiceNo}`, isPage: true },
    noAmounts,
  )
  const { amounts } = typed
  const bind = async (row: InputCandidate, amount: Fen): Promise<void> => {
    if ((await onBind(row, amount)) === undefined) return
    const { [row.id]: _bound, ...others } = amounts
    if (Object.keys(others).length === 0) clear()
    else type({ amounts: others })
  }
  const mostOf = (row: InputCandidate): Fen => smallerFen(row.open, input.unbound)
  return (
    <>
      {draft.notice}
      <SimpleTable
        title="可绑定运单"
        rows={rows}
        columns={candidateColumns({
          of: input.class,
          isBusy,
          mostOf,
          amountOf: row => (Object.hasOwn(amounts, row.id) ? amounts[row.id] : mostOf(row)),
          onType: (row, amount) => type({ amounts: { ...amounts, [row.id]: amount } }),
          onBind: (row, amount) => void bind(row, amount),
          link: row => waybillLink(row.id, row.waybillNo),
        })}
        rowKey={row => row.id}
      />
    </>
  )
}
