// The page of one settlement sheet: amounts, payee, lines, payments, approval and history, with the moves of the
// person's role.
import { getSettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { useParams } from 'react-router'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { Money } from '../../ui/Figures.tsx'
import { AttachmentSection } from './AttachmentSection.tsx'
import { CarriedSection } from './CarriedSection.tsx'
import { ChangeSection } from './ChangeSection.tsx'
import { ExceptionSection } from './ExceptionSection.tsx'
import { MarksOfSheet } from '../../parts/settlement/MarksOfSheet.tsx'
import { PayeeTable } from '../../parts/settlement/Payees.tsx'
import { ChildrenSection, FailureSection } from './FailureSection.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { SheetFacts } from './SheetFacts.tsx'
import { SheetLines } from './SheetLines.tsx'
import { DeductedAmounts } from '../../parts/settlement/SheetAmounts.tsx'
import { SheetHero, sheetWord } from '../../parts/settlement/SheetHero.tsx'
import { SheetRail } from './SheetRail.tsx'
import { SheetVouchers } from './SheetVouchers.tsx'
import { useSheetPrint } from './useSheetPrint.tsx'
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
        {sheet.advanced > 0 && (
          <div>
            <dt>已预付(元)</dt>
            <dd>
              <Money value={sheet.advanced} />
            </dd>
          </div>
        )}
        <DeductedAmounts sheet={sheet} />
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
            <AskedMoney asked={{ amountOf: 'sheet', id: sheet.id }} value={sheet.due} strong />
          </dd>
        </div>
        {sheet.carriedOut > 0 && (
          <div>
            <dt>转欠款(元)</dt>
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

/** Screens SettlementNormal and SettlementFailure, whose address has the number of the sheet it was made of, too. */
export default function SettlementNormalPage() {
  const { settlementNum = '', pSettlementNum } = useParams()
  const answer = useCall(getSettlement, { settlementNum, pSettlementNum }, { quiet: true })
  const { print, paper } = useSheetPrint()
  const reload = (): void => {
    void answer.refetch()
  }
  return (
    <>
      <DetailPage
        answer={answer}
        title={sheet => `${sheetWord(sheet)} ${sheet.settlementNum}`}
        hero={sheet => (
          <SheetHero
            sheet={sheet}
            onReload={reload}
            more={[{ label: '打印', isAside: true, onClick: () => print(sheet) }]}
          />
        )}
        rail={sheet => <SheetRail sheet={sheet} />}
      >
        {sheet => (
          <>
            <Amounts sheet={sheet} />
            <MarksOfSheet sheet={sheet} />
            <ChangeSection sheet={sheet} />
            <ExceptionSection sheet={sheet} />
            <FailureSection sheet={sheet} />
            <ChildrenSection sheet={sheet} />
            <SheetLines sheet={sheet} onReload={reload} />
            {sheet.payees.length > 1 && (
              <Section title={`收款账户（${sheet.payees.length}）`}>
                <PayeeTable payees={sheet.payees} />
              </Section>
            )}
            <PaymentSection sheet={sheet} onReload={reload} />
            <AttachmentSection settlementNum={sheet.settlementNum} />
            <SheetFacts sheet={sheet} />
            <CarriedSection sheet={sheet} />
            <SheetVouchers sheet={sheet} />
          </>
        )}
      </DetailPage>
      {paper}
    </>
  )
}
