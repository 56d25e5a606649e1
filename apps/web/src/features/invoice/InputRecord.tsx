// One input invoice: its figures, the waybills it is bound to, its file, vouchers and history.
import {
  bindInputInvoice,
  listInputCandidates,
  unbindInputInvoice,
  type InputBinding,
  type InputCandidate,
  type InputInvoiceDetail,
} from '@yunshu/contract/invoice/input'
import type { UseQueryResult } from '@tanstack/react-query'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { inputSources, inputStates, type InputMove } from '@yunshu/domain/invoice/input'
import { inputClasses, isSupply, type InputClass, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { fillInOrder } from '@yunshu/domain/voucher/binding'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { AskedMoney, askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { InputDialog } from './InputDialog.tsx'

const ReasonDialog = lazy(async () => ({ default: (await import('../../ui/ReasonDialog.tsx')).ReasonDialog }))
const invalidates = staleAfter('invoice', 'voucher')
const litresText = (centilitres: number | undefined): string =>
  centilitres === undefined ? '' : printDecimal(centilitres, 2)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)
const waybillLink = (id: string, waybillNo: string) => (
  <a className="ys-link" href={screenUrl('WaybillDetails', { id })}>
    {waybillNo}
  </a>
)

/** An input invoice as screen QueryInvoiceVoucher shows it. */
export function InputRecord({
  answer,
}: {
  answer: Pick<UseQueryResult<InputInvoiceDetail>, 'data' | 'error' | 'isPending' | 'refetch'>
}) {
  const [moving, setMoving] = useState<InputMove>()
  const { data } = answer
  return (
    <>
      <DetailPage
        answer={answer}
        title={input => `进项发票 ${input.invoiceNo}`}
        hero={input => (
          <Hero
            word={`${inputClasses[input.class]}进项发票`}
            unit="张"
            name={input.invoiceNo}
            tag={<StatusTag machine={inputStates} state={input.state} />}
            line={[shortCompany(input.sellerName), shortBranch(input.branchName), inputSources[input.source]].join(
              ' · ',
            )}
            figure={{ value: <Money value={input.gross} />, label: '价税合计(元)' }}
            acts={
              <PageActions
                actions={input.moves.map(move => ({
                  label: inputStates.moves[move].label,
                  danger: 'danger' in inputStates.moves[move],
                  onClick: () => setMoving(move),
                }))}
              />
            }
          />
        )}
        rail={input => <History log={input.log} />}
      >
        {input => (
          <>
            <Bindings input={input} />
            <Candidates input={input} />
            <InputFacts input={input} />
            <Section title="发票文件">
              <FilePhotos files={input.files} />
            </Section>
          </>
        )}
      </DetailPage>
      {moving && data && <InputDialog row={data} move={moving} onClose={() => setMoving(undefined)} />}
    </>
  )
}

function Bindings({ input }: { input: InputInvoiceDetail }) {
  const canBind = useCan('invoice.input')
  const [asking, setAsking] = useState<InputBinding>()
  const { submit } = useSend(unbindInputInvoice, { quiet: true, invalidates })
  const columns: readonly Column<InputBinding>[] = [
    { key: 'no', title: '运单号', width: 180, card: 'title', render: row => waybillLink(row.waybillId, row.waybillNo) },
    moneyColumn<InputBinding>('bound', '绑定金额', row => row.bound, { width: 130, card: 'figure' }),
    askedColumn<InputBinding>('tax', '进项税额', row => row.tax, {
      width: 120,
      asked: row => ({ amountOf: 'boundTax', id: row.id }),
    }),
    ...(input.litresCl === undefined
      ? []
      : [textColumn<InputBinding>('litres', '升数', row => litresText(row.litresCl), { width: 100 })]),
    textColumn<InputBinding>('by', '绑定人', row => row.by, { width: 110 }),
    ...(canBind
      ? [
          {
            key: 'act',
            title: '操作',
            width: 90,
            render: (row: InputBinding) => (
              <Button size="small" aria-label={`解除 ${row.waybillNo}`} onClick={() => setAsking(row)}>
                解除
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title={`已绑定运单（${input.bindings.length}）`}>
      <SimpleTable
        title="已绑定运单"
        rows={input.bindings}
        columns={columns}
        rowKey={({ id }) => id}
        sums={{
          bound: <Money value={input.bound} />,
          tax: <Money value={input.usedTax} />,
          litres: litresText(sumOf(input.bindings.map(row => row.litresCl ?? 0))),
        }}
      />
      {asking && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`解除 ${asking.waybillNo}`}
            okText="解除绑定"
            about={{ call: unbindInputInvoice, fixed: { bindingId: asking.id } }}
            onSend={async reason => {
              await submit({ id: input.id, version: input.version, bindingId: asking.id, reason })
              toast.success(`已解除 ${asking.waybillNo}`)
            }}
            onClose={() => setAsking(undefined)}
            onReload={() => void refreshStale(invalidates)}
          />
        </Suspense>
      )}
    </Section>
  )
}

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
function Candidates({ input }: { input: InputInvoiceDetail }) {
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

function InputFacts({ input }: { input: InputInvoiceDetail }) {
  return (
    <Section title="发票内容">
      <Facts
        items={[
          ['类别', inputClasses[input.class]],
          ['销方', input.sellerName],
          ['销方税号', input.sellerTaxNo],
          ['购方', input.buyerName],
          ['购方税号', input.buyerTaxNo],
          ['开票日期', <Time key="day" value={input.issuedAt} dayOnly whole />],
          ['不含税(元)', <Money key="net" value={input.net} />],
          ['税额(元)', <Money key="tax" value={input.tax} />],
          [
            '已用税额(元)',
            <AskedMoney key="used" asked={{ amountOf: 'usedTax', id: input.id }} value={input.usedTax} />,
          ],
          ['未绑定(元)', <Money key="unbound" value={input.unbound} />],
          ...(input.litresCl === undefined ? [] : [['升数', litresText(input.litresCl)] as const]),
          ['大写', input.amountInWords, 'wide'],
          ['勾选时间', input.tickedAt === undefined ? '' : <Time key="ticked" value={input.tickedAt} whole />],
          ['上传人', input.maker],
          ['查验人', input.checker ?? ''],
          [
            '凭证',
            input.vouchers.length === 0
              ? ''
              : input.vouchers.map(voucher => (
                  <a
                    key={voucher.id}
                    className="ys-link"
                    href={screenUrl('AccountingVoucher', { id: voucher.id, branchCompanyId: input.branchCompanyId })}
                  >
                    {voucher.voucherNo}{' '}
                  </a>
                )),
          ],
          ['红票号码', input.redNo ?? ''],
          ['原因', input.reason ?? '', 'wide'],
        ]}
      />
    </Section>
  )
}
