// The page of one voucher with the papers it came from.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { getVoucher, type VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { periodText, voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { writeFilter } from '../../lib/urlState.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { VoucherSheet } from './VoucherSheet.tsx'
import './voucher.css'

/** The waybill list with that number asked for: a voucher knows numbers, not ids. */
function WaybillLink({ waybillNo }: { waybillNo: string }) {
  const query = writeFilter(listWaybills, { numbers: [waybillNo] }, new URLSearchParams())
  return (
    <a className="ys-link" href={`${screenUrl('WaybillList')}?${query}`}>
      {waybillNo}
    </a>
  )
}

/** Numbers of vouchers in one line; the server names the first ones only. */
const numbersText = (numbers: readonly string[] | undefined): string | undefined => numbers?.join('、')

function Papers({ voucher }: { voucher: VoucherDetail }) {
  const { settlementNum, waybillNo } = voucher
  return (
    <Section title="关联单据">
      <Facts
        items={[
          ['类型', voucherKinds[voucher.kind]],
          ['会计期间', periodText(voucher.period)],
          ['分录号', voucher.entryNo],
          ['对方', voucher.counterparty],
          ['金额(元)', <Money key="amount" value={voucher.amount} />],
          [
            '结算单',
            settlementNum === undefined ? (
              ''
            ) : (
              <a key="sheet" className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
                {settlementNum}
              </a>
            ),
          ],
          ['运单', waybillNo === undefined ? '' : <WaybillLink key="waybill" waybillNo={waybillNo} />],
          ['冲销凭证', numbersText(voucher.reversalOf)],
          [voucher.state === 'partly' ? '部分冲销于' : '已被冲销', numbersText(voucher.reversedBy)],
        ]}
      />
    </Section>
  )
}

/** Screen AccountingVoucher. */
export default function AccountingVoucherPage() {
  const { id = '', branchCompanyId = '' } = useParams()
  const answer = useCall(getVoucher, { id, branchId: branchCompanyId }, { quiet: true })
  const { print, sheet } = usePrint()
  return (
    <>
      <DetailPage
        answer={answer}
        title={voucher => `凭证 ${voucher.voucherNo}`}
        hero={voucher => (
          <Hero
            word="凭证"
            name={voucher.voucherNo}
            tag={<StatusTag machine={voucherStates} state={voucher.state} />}
            line={[voucherKinds[voucher.kind], voucher.summary, voucher.counterparty].filter(Boolean).join(' · ')}
            figure={{ value: <Money value={voucher.amount} />, label: '金额（元）', note: periodText(voucher.period) }}
            acts={
              <PageActions actions={[{ label: '打印', onClick: () => print(<VoucherSheet voucher={voucher} />) }]} />
            }
          />
        )}
      >
        {voucher => (
          <>
            <Section title="分录">
              <VoucherSheet voucher={voucher} waybill={waybillNo => <WaybillLink waybillNo={waybillNo} />} />
            </Section>
            <Papers voucher={voucher} />
          </>
        )}
      </DetailPage>
      {sheet}
    </>
  )
}
