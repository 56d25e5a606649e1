// The page of any other voucher: its category, the payment it is about, and the movements of money with their slips.
import { listUrl } from '@yunshu/contract/screens/screens'
import { getOtherVoucher, type OtherVoucher } from '@yunshu/contract/voucher/voucherPages'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { otherCategories } from '@yunshu/domain/voucher/voucherPages'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useManualMoves } from './useManualMoves.tsx'

function Payment({ payment }: { payment: NonNullable<OtherVoucher['payment']> }) {
  return (
    <Section title="支付任务">
      <Facts
        items={[
          ['任务号', payment.taskNo],
          ['状态', <StatusTag key="state" machine={paymentStates} state={payment.state} />],
          ['收款人', payment.payee],
          ['开户行', payment.bank],
          ['金额(元)', <Money key="amount" value={payment.amount} />],
          ['原因', payment.reason, 'wide'],
        ]}
      />
    </Section>
  )
}

function Trades({ trades }: { trades: OtherVoucher['trades'] }) {
  return (
    <Section title="资金流水">
      {trades.map(trade => (
        <div key={trade.tradeNo}>
          <Facts
            items={[
              [
                '流水号',
                <a key="trade" className="ys-link" href={listUrl('TradeWater', { text: trade.tradeNo })}>
                  {trade.tradeNo}
                </a>,
              ],
              ['金额(元)', <Money key="amount" value={trade.amount} />],
              ['银行流水号', trade.bankSerial],
              ['时间', <Time key="time" value={trade.happenedAt} whole />],
            ]}
          />
          <FilePhotos files={trade.files} />
        </div>
      ))}
    </Section>
  )
}

/** Screen OtherVoucher. */
export default function OtherVoucherPage() {
  const { id = '' } = useParams()
  const answer = useCall(getOtherVoucher, { id }, { quiet: true })
  const { primary, acts, dialog } = useManualMoves(answer.data)
  return (
    <>
      <VoucherPage answer={answer} primary={() => primary} acts={() => acts}>
        {voucher => (
          <>
            {voucher.category !== 'OTHER' && (
              <Section title="业务">
                <Facts items={[['类别', otherCategories[voucher.category]]]} />
              </Section>
            )}
            {voucher.payment && <Payment payment={voucher.payment} />}
            {voucher.trades.length > 0 && <Trades trades={voucher.trades} />}
          </>
        )}
      </VoucherPage>
      {dialog}
    </>
  )
}
