// The facts of a sheet: its kind, sides, month, payee and people.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { payerLabel, settlementKinds } from '@yunshu/domain/settlement/settlement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { DueDate } from '../../parts/settlement/DueDate.tsx'
import { payeeFacts } from '../../parts/settlement/Payees.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { settlementUrl } from './settlementColumns.tsx'

export function SheetFacts({ sheet }: { sheet: SettlementDetail }) {
  const { pSettlementNum } = sheet
  return (
    <Section title="结算信息">
      <Facts
        items={[
          ['类型', settlementKinds[sheet.kind]],
          [
            '原结算单',
            pSettlementNum === undefined ? undefined : (
              <a key="parent" className="ys-link" href={settlementUrl(pSettlementNum)}>
                {pSettlementNum}
              </a>
            ),
          ],
          [payerLabel(sheet), sheet.shipperName],
          ['承运商', sheet.carrierName],
          ['会计期间', periodText(sheet.period)],
          ['运单数', `${sheet.lineCount} 单`],
          ['到期日', <DueDate key="due" dueAt={sheet.dueAt} state={sheet.state} whole />],
          ...payeeFacts(sheet),
          ['制单人', sheet.maker],
          ['审核人', sheet.auditor ?? ''],
          ['支付人', sheet.payer ?? ''],
          ['制单时间', <Time key="made" value={sheet.createdAt} whole />],
          ['备注', sheet.remark ?? '', 'wide'],
        ]}
      />
    </Section>
  )
}
