// One fund record beside the list: what was recorded, its voucher and its history.
import { getFund, type FundDetail, type FundRow } from '@yunshu/contract/fund/fund'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { fundKinds, fundStates } from '@yunshu/domain/fund'
import { Button } from 'antd'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCall } from '../../lib/useCall.ts'
import { MoneyReceipt, type ReceivedMoney } from '../../parts/receipt/MoneyReceipt.tsx'
import { SlipFiles } from '../../parts/receipt/SlipFiles.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, orNothing, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SecondTag } from '../../ui/SecondTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'

interface FundDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them. */
  actions: (row: FundRow) => readonly RowAction[]
  onClose: () => void
}

export function FundDrawer({ id, actions, onClose }: FundDrawerProps) {
  const answer = useCall(getFund, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('fund')
  const received = data && receivedOf(data)
  return (
    <RowDrawer
      id={id}
      title={`资金登记 ${data?.recordNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={
        <DrawerActs actions={data && actions(data)}>
          {received && <Button onClick={() => print(id, <MoneyReceipt of={received} />)}>打印收据</Button>}
        </DrawerActs>
      }
    >
      {data && <Body fund={data} />}
      {sheet}
    </RowDrawer>
  )
}

/** Money a shipper gave in advance, once it is booked; of the house's own money nobody gets a receipt. */
const receivedOf = (fund: FundDetail): ReceivedMoney | undefined =>
  fund.state !== 'confirmed' || fund.shipperName === undefined
    ? undefined
    : { ...fund, no: fund.recordNo, from: fund.shipperName, reason: '预付运费' }

function Body({ fund }: { fund: FundDetail }) {
  const { serial, day, label } = fundKinds[fund.kind]
  return (
    <>
      <Facts
        items={[
          ['状态', <SecondTag key="state" machine={fundStates} state={fund.state} moves={fund.moves} />],
          ['类型', label],
          ['金额(元)', <Money key="amount" value={fund.amount} strong />],
          [day, <Time key="date" value={fund.date} dayOnly whole />],
          [serial, fund.serial],
          ['货主', fund.shipperName],
          ['油品或 ETC 账户', fund.provider],
          ['分公司', fund.branchName],
          ['登记人', fund.maker],
          ['复核人', orNothing(fund.checker)],
          ['驳回原因', fund.reason],
          ['备注', fund.remark, 'wide'],
        ]}
      />
      <SlipFiles files={fund.files} />
      <VoucherLinks
        of={fund.vouchers}
        urlOf={({ id }) => screenUrl('AccountingVoucher', { id, branchCompanyId: fund.branchCompanyId })}
      />
      <Section title="操作记录">
        <LogTimeline log={fund.log} />
      </Section>
    </>
  )
}
