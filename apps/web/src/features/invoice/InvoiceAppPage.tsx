// One application: its title, the invoices it becomes, and its history.
import { getInvoiceApp, type InvoiceAppDetail } from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { invoiceAppStates, invoiceKinds, invoiceSplits, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { moneyColumn, stateColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { appActs, isAppMove } from './appActs.ts'
import { AppDialog, type AppDialogMove } from './AppDialog.tsx'

type Item = InvoiceAppDetail['items'][number]
const columns: readonly Column<Item>[] = [
  {
    key: 'serialNo',
    title: '开票流水号',
    width: 220,
    render: ({ id, serialNo }) => (
      <a className="ys-link" href={screenUrl('QueryInvoiceVoucher', { id })}>
        {serialNo}
      </a>
    ),
  },
  stateColumn<Item, keyof typeof invoiceStates.states>('state', '状态', invoiceStates, row => row.state),
  textColumn<Item>('invoiceNo', '发票号码', row => row.invoiceNo ?? '', { width: 200 }),
  moneyColumn<Item>('gross', '价税合计', row => row.gross, { width: 130 }),
  moneyColumn<Item>('tax', '税额', row => row.tax, { width: 120 }),
  textColumn<Item>('lines', '行数', row => String(row.lines), { width: 70, align: 'right' }),
  textColumn<Item>('fault', '未开出原因', row => row.fault ?? '', { width: 180 }),
]

const labelOf = (act: string): string => (isAppMove(act) ? invoiceAppStates.moves[act].label : '办理')

/** Screen InvoiceApp. */
export default function InvoiceAppPage() {
  const { id = '' } = useParams()
  const answer = useCall(getInvoiceApp, { id }, { quiet: true })
  const [pressed, setMoving] = useState<AppDialogMove>()
  const { data } = answer
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
            name={app.appNo}
            tag={<StatusTag machine={invoiceAppStates} state={app.state} />}
            line={[app.titleName, invoiceKinds[app.kind], app.branchName].join(' · ')}
            figure={{
              value: <Money value={app.gross} />,
              label: '价税合计（元）',
              note: `已开 ${app.issued}/${app.invoices} 张`,
            }}
            acts={<AppActions app={app} onMove={setMoving} />}
          />
        )}
        rail={app => <History log={app.log} />}
      >
        {app => (
          <>
            <Section title={`发票（${app.items.length} 张）`}>
              <SimpleTable title="发票" rows={app.items} columns={columns} rowKey={({ id: key }) => key} />
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

function AppActions({ app, onMove }: { app: InvoiceAppDetail; onMove: (move: AppDialogMove) => void }) {
  const acts = appActs(app, onMove)
  return <PageActions primary={acts.find(({ danger }) => !danger)} actions={acts} />
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
          ['账号', title.accountNo ?? ''],
          ['收票邮箱', title.email ?? ''],
          ['运单数', String(app.waybills)],
          ['拆分方式', invoiceSplits[app.splitBy]],
          ['不含税(元)', <Money key="net" value={app.net} />],
          ['税额(元)', <Money key="tax" value={app.tax} />],
          ['货主', app.shipperName],
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
