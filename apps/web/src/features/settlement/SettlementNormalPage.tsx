// The page of one settlement sheet: amounts, payee, lines, payments, approval and history, with the moves of the
// person's role.
import { getSettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps } from '../../ui/record/Steps.tsx'
import { CarriedSection } from './CarriedSection.tsx'
import { ExceptionSection } from './ExceptionSection.tsx'
import { DueDate } from '../../parts/settlement/DueDate.tsx'
import { MarksOfSheet } from '../../parts/settlement/MarksOfSheet.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { SheetLines } from './SheetLines.tsx'
import { SheetHero } from '../../parts/settlement/SheetHero.tsx'
import { SheetPrint } from './SheetPrint.tsx'
import { SheetVouchers } from './SheetVouchers.tsx'
import { settlementUrl } from './settlementColumns.tsx'
import { reachedTimes, sheetWay } from './trail.ts'
import './settlement.css'

function Amounts({ sheet }: { sheet: SettlementDetail }) {
  return (
    <Section title="金额">
      <dl className="st-amounts">
        <div>
          <dt>应付(元)</dt>
          <dd>
            <Money value={sheet.payable} />
          </dd>
        </div>
        <div>
          <dt>油卡(元)</dt>
          <dd>
            <Money value={sheet.oil} />
          </dd>
        </div>
        <div>
          <dt>扣款(元)</dt>
          <dd>
            <Money value={sheet.deducted} />
          </dd>
        </div>
        {sheet.carriedIn > 0 && (
          <div>
            <dt>抵扣前欠(元)</dt>
            <dd>
              <Money value={sheet.carriedIn} />
            </dd>
          </div>
        )}
        <div className="st-due-amount">
          <dt>实付(元)</dt>
          <dd>
            <Money value={sheet.due} strong />
          </dd>
        </div>
        {sheet.carriedOut > 0 && (
          <div>
            <dt>转下期欠款(元)</dt>
            <dd>
              <Money value={sheet.carriedOut} />
            </dd>
          </div>
        )}
        <div className="st-words">
          <dt>大写金额</dt>
          <dd>{sheet.dueInWords}</dd>
        </div>
      </dl>
    </Section>
  )
}

function Head({ sheet }: { sheet: SettlementDetail }) {
  const { payee, pSettlementNum } = sheet
  return (
    <Section title="结算信息">
      <Facts
        items={[
          ['类型', settlementKinds[sheet.kind]],
          [
            '父单号',
            pSettlementNum === undefined ? undefined : (
              <a key="parent" className="ys-link" href={settlementUrl(pSettlementNum)}>
                {pSettlementNum}
              </a>
            ),
          ],
          ['货主', sheet.shipperName],
          ['承运商', sheet.carrierName],
          ['会计期间', periodText(sheet.period)],
          ['运单数', `${sheet.lineCount} 张`],
          ['到期日', <DueDate key="due" dueAt={sheet.dueAt} state={sheet.state} whole />],
          ['收款人', payee?.name ?? ''],
          ['收款账号', payee?.account ?? ''],
          ['开户行', payee?.bank ?? ''],
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

function Rail({ sheet }: { sheet: SettlementDetail }) {
  const by = reachedBy(settlementStates, sheet.log)
  return (
    <>
      <Section title="审批与支付进度">
        <Steps
          machine={settlementStates}
          way={sheetWay}
          state={sheet.state}
          reached={reachedTimes(sheet).map(({ state, at }) => ({
            state,
            at,
            by: by.get(state)?.by ?? (state === 'draft' ? sheet.maker : undefined),
          }))}
        />
      </Section>
      <History log={sheet.log} />
    </>
  )
}

/** Screen SettlementNormal. */
export default function SettlementNormalPage() {
  const { settlementNum = '' } = useParams()
  const answer = useCall(getSettlement, { settlementNum }, { quiet: true })
  const { print, sheet: paper } = usePrint()
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={sheet => `结算单 ${sheet.settlementNum}`}
        hero={sheet => (
          <SheetHero
            sheet={sheet}
            onReload={reload}
            more={[{ label: '打印', isAside: true, onClick: () => print(<SheetPrint sheet={sheet} />) }]}
          />
        )}
        rail={sheet => <Rail sheet={sheet} />}
      >
        {sheet => (
          <>
            <Amounts sheet={sheet} />
            <MarksOfSheet sheet={sheet} />
            <ExceptionSection sheet={sheet} />
            <SheetLines sheet={sheet} />
            <PaymentSection sheet={sheet} onReload={reload} />
            <Head sheet={sheet} />
            <CarriedSection sheet={sheet} />
            <SheetVouchers sheet={sheet} />
          </>
        )}
      </DetailPage>
      {paper}
    </>
  )
}
