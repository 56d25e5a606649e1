// One application: its title, the invoices it becomes, and its history.
import { getInvoiceApp, type InvoiceAppDetail } from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import {
  invoiceAppStates,
  invoiceKinds,
  invoiceSplits,
  invoiceStates,
  type InvoiceAppState,
} from '@yunshu/domain/invoice/invoice'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { partyParts } from '../../ui/record/heroLine.ts'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps, type Reached } from '../../ui/record/Steps.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'
import { Secret } from '../../ui/Secret.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'
import { AppActions } from './AppActions.tsx'
import { isAppMove } from './appActs.ts'
import { AppDialog, type AppDialogMove } from './AppDialog.tsx'

type Item = InvoiceAppDetail['items'][number]
const columns: readonly Column<Item>[] = [
  {
    key: 'serialNo',
    title: '开票流水号',
    width: 190,
    card: 'title',
    render: ({ id, serialNo }) => (
      <a className="ys-link" href={screenUrl('QueryInvoiceVoucher', { id })}>
        {serialNo}
      </a>
    ),
  },
  stateColumn<Item, keyof typeof invoiceStates.states>('state', '状态', invoiceStates, row => row.state),
  textColumn<Item>('invoiceNo', '发票号码', row => row.invoiceNo ?? '', { width: 200 }),
  moneyColumn<Item>('gross', '价税合计', row => row.gross, { width: 130, card: 'figure' }),
  moneyColumn<Item>('tax', '税额', row => row.tax, { width: 120 }),
  textColumn<Item>('lines', '行数', row => String(row.lines), { width: 70, align: 'right' }),
  textColumn<Item>('fault', '未开出原因', row => row.fault ?? '', { width: 180 }),
]

/** Until one invoice is made or refused there are no numbers and no reasons to show. */
const columnsOf = (items: readonly Item[]): readonly Column<Item>[] =>
  columns.filter(
    ({ key }) => (key !== 'invoiceNo' && key !== 'fault') || items.some(({ [key]: value }) => value !== undefined),
  )

const way = ['submitted', 'approved', 'issuing', 'issued', 'sent'] as const
/** The steps by what is done in them. */
const steps = { submitted: '申请', approved: '审核', issuing: '提交开票', issued: '全部开出', sent: '交付' } as const
const waits: Readonly<Partial<Record<InvoiceAppState, string>>> = {
  submitted: '等平台财务审核',
  approved: '等平台开票',
  issuing: '等税务平台开具',
  issued: '等平台交付',
}

/** Its steps with who and when, as its history tells. */
function reachedOf({ log, maker, createdAt, reviewer }: InvoiceAppDetail): readonly Reached<InvoiceAppState>[] {
  const told = reachedBy(invoiceAppStates, log)
  return [
    { state: 'submitted', at: createdAt, by: maker },
    ...(Object.keys(invoiceAppStates.states) as InvoiceAppState[]).flatMap(state => {
      const step = told.get(state)
      if (state === 'submitted' || step === undefined) return []
      return [{ state, ...step, ...(state === 'approved' && reviewer !== undefined ? { by: reviewer } : {}) }]
    }),
  ]
}

const labelOf = (act: string): string => (isAppMove(act) ? invoiceAppStates.moves[act].label : '办理')

/** Screen InvoiceApp. */
export default function InvoiceAppPage() {
  const { id = '' } = useParams()
  const answer = useCall(getInvoiceApp, { id }, { quiet: true })
  const [pressed, setMoving] = useState<AppDialogMove>()
  const { data } = answer
  const company = useSession(({ info }) => info?.companyName)
  const asked = useAddressAct(id, data?.moves, act => `现在不能${labelOf(act)}`)
  const moving = pressed ?? (asked.act !== undefined && isAppMove(asked.act) ? asked.act : undefined)
  return (
    <>
      <DetailPage
        answer={answer}
        title={app => `开票申请 ${app.appNo}`}
        hero={app => (
          <Hero
            word="开票申请"
            unit="个"
            name={app.appNo}
            tag={<SecondTag machine={invoiceAppStates} state={app.state} moves={app.moves} />}
            isTurn={app.moves.some(move => move !== 'withdraw' && move !== 'giveUp')}
            waits={waits[app.state]}
            since={app.state === 'submitted' ? app.createdAt : undefined}
            line={[
              ...partyParts(shortCompany(app.titleName), app.titleName === company),
              `${invoiceKinds[app.kind]} · ${shortBranch(app.branchName)}`,
            ]}
            figure={{
              value: <AskedMoney asked={{ amountOf: 'appGross', id: app.id }} value={app.gross} />,
              label: '价税合计(元)',
              note: `已开 ${app.issued}/${app.invoices} 张`,
            }}
            acts={<AppActions app={app} onMove={setMoving} />}
          />
        )}
        rail={app => (
          <>
            <Section title="申请到交付">
              <Steps
                machine={invoiceAppStates}
                way={way}
                labels={steps}
                state={app.state}
                reached={reachedOf(app)}
                now={waits[app.state]}
              />
            </Section>
            <History log={app.log} />
          </>
        )}
      >
        {app => (
          <>
            <Section title={`发票（${app.items.length} 张）`}>
              <SimpleTable title="发票" rows={app.items} columns={columnsOf(app.items)} rowKey={({ id: key }) => key} />
            </Section>
            <AppFacts app={app} />
          </>
        )}
      </DetailPage>
      {moving && data && (
        <AppDialog
          key={moving}
          row={data}
          move={moving}
          onClose={() => {
            setMoving(undefined)
            asked.done()
          }}
        />
      )}
    </>
  )
}

function AppFacts({ app }: { app: InvoiceAppDetail }) {
  const { title } = app
  return (
    <Section title="申请内容">
      <Facts
        items={[
          ['抬头', title.name],
          ['税号', title.taxNo],
          ['地址', title.address ?? ''],
          ['电话', title.phone ?? ''],
          ['开户行', title.bank ?? ''],
          [
            '账号',
            title.accountNo === undefined ? (
              ''
            ) : (
              <Secret
                key="account"
                of={{ kind: 'invoiceApp', id: app.id, field: 'accountNo' }}
                mask={title.accountNo}
              />
            ),
          ],
          ['收票邮箱', title.email ?? ''],
          ['运单数', String(app.waybills)],
          ['拆分方式', invoiceSplits[app.splitBy]],
          ['不含税(元)', <Money key="net" value={app.net} />],
          ['税额(元)', <AskedMoney key="tax" asked={{ amountOf: 'appTax', id: app.id }} value={app.tax} />],
          ['货主', app.shipperName === title.name ? undefined : app.shipperName],
          ['开票方', app.branchName],
          ['申请人', app.maker],
          ['申请时间', <Time key="at" value={app.createdAt} whole />],
          ['审核人', app.reviewer ?? ''],
          ['交付至', app.deliveredTo ?? ''],
          ['原因', app.reason ?? '', 'wide'],
          ['备注', app.remark ?? '', 'wide'],
        ]}
      />
    </Section>
  )
}
