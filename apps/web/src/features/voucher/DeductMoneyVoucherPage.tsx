// The page of a voucher of deductions: the claims behind it with their answers and evidence, and where the money went.
import { getDeductMoneyVoucher, type DeductMoneyVoucher } from '@yunshu/contract/voucher/voucherPages'
import { chargeCodes, claimStates } from '@yunshu/domain/settlement/charges'
import { deductWays } from '@yunshu/domain/voucher/voucherPages'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { SheetNo, WaybillNo } from '../../parts/voucher/columns.tsx'
import { VoucherPage } from '../../parts/voucher/VoucherPage.tsx'
import { EmptySection, Facts, Section } from '../../ui/Facts.tsx'
import { Money, nothing, Time } from '../../ui/Figures.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { moneyColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Claim = DeductMoneyVoucher['claims'][number]
type Debt = DeductMoneyVoucher['debts'][number]

function ClaimBehind({ claim }: { claim: Claim }) {
  return (
    <li className="vp-claim">
      <Facts
        items={[
          ['运单', <WaybillNo key="waybill" waybillId={claim.waybillId} waybillNo={claim.waybillNo} />],
          ['扣款', chargeCodes[claim.code].label],
          ['金额(元)', <Money key="amount" value={claim.amount} />],
          ['状态', <StatusTag key="state" machine={claimStates} state={claim.state} />],
          ['原因', claim.reason, 'wide'],
          [
            '提出',
            <span key="asked">
              {claim.askedBy} <Time value={claim.askedAt} whole />
              {claim.isDispute && '（异议中提出）'}
            </span>,
          ],
          [
            '答复',
            claim.answeredAt === undefined ? (
              nothing
            ) : (
              <span key="answered">
                {claim.answeredBy ?? '系统'} <Time value={claim.answeredAt} whole /> {claim.answerReason}
              </span>
            ),
          ],
        ]}
      />
      {claim.files.length > 0 && <FilePhotos files={claim.files} />}
    </li>
  )
}

const debtColumns: readonly Column<Debt>[] = [
  {
    key: 'from',
    title: '欠款来自',
    width: 190,
    render: ({ from, waybill }) =>
      from === undefined ? (
        waybill && <WaybillNo waybillId={waybill.id} waybillNo={waybill.waybillNo} />
      ) : (
        <SheetNo settlementNum={from} />
      ),
  },
  moneyColumn('amount', '金额', debt => debt.amount),
  {
    key: 'taken',
    title: '抵扣于',
    width: 190,
    render: debt =>
      debt.takenBy === undefined ? (
        debt.returnedAt === undefined ? (
          '待下一张结算单抵扣'
        ) : (
          '款项已退回，不再欠'
        )
      ) : (
        <SheetNo settlementNum={debt.takenBy} />
      ),
  },
  timeColumn('returned', '退回时间', debt => debt.returnedAt),
]

/** Screen DeductMoneyVoucher. */
export default function DeductMoneyVoucherPage() {
  const { id = '' } = useParams()
  const answer = useCall(getDeductMoneyVoucher, { id }, { quiet: true })
  return (
    <VoucherPage answer={answer} line={({ way }) => (way === undefined ? '' : deductWays[way])}>
      {voucher => (
        <>
          {voucher.claims.length === 0 ? (
            <EmptySection title="扣款事由" text="没有登记的扣款：金额来自亏吨，或来自更早的结算单" />
          ) : (
            <Section title={`扣款事由（${voucher.claims.length}）`}>
              <ul className="vp-claims">
                {voucher.claims.map(claim => (
                  <ClaimBehind key={claim.id} claim={claim} />
                ))}
              </ul>
            </Section>
          )}
          {voucher.debts.length === 0 ? (
            <EmptySection title="抵扣去向" text="没有转为欠款，已从本单运费中扣除" />
          ) : (
            <Section title="抵扣去向">
              <SimpleTable title="抵扣去向" rows={voucher.debts} columns={debtColumns} rowKey={({ id: key }) => key} />
            </Section>
          )}
        </>
      )}
    </VoucherPage>
  )
}
