// A settlement sheet in the panel beside its list: head, what is worth a look, parts of the amount, payee, and waybills.
import { getSettlement, getSheetMarks, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { use, type ReactNode } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { ListContext } from '../../ui/list/listState.ts'
import { usePeekWalk } from '../../ui/list/peekWalk.ts'
import { RecordPeek } from '../../ui/record/RecordPeek.tsx'
import { payeeFacts, PayeeTable } from './Payees.tsx'
import { SheetAmounts } from './SheetAmounts.tsx'
import { sheetCalls } from './sheetDialog.ts'
import { SheetHero } from './SheetHero.tsx'
import { SheetMarked } from './SheetMarked.tsx'
import { SheetWaybills } from './SheetWaybills.tsx'
import './sheet.css'

interface SheetPeekProps {
  settlementNum: string
  /** False while people walk past it. */
  isAsked: boolean
  /** The facts of its row, until the answer is there. */
  pending: ReactNode
  /** Whether the reader stands on the side that pays, and the sheet is not paid yet: its marks are shown. */
  hasMarks: boolean
  /** It stands in an inbox: called after an act, with the words for who has it now, before the next one comes. */
  onDone?: ((sheet: SettlementDetail, said: string) => void) | undefined
}

export function SheetPeek({ settlementNum, isAsked, pending, hasMarks, onDone }: SheetPeekProps) {
  const list = use(ListContext)
  const walk = usePeekWalk()
  const answer = useCall(getSettlement, { settlementNum }, { quiet: true, enabled: isAsked })
  const marks = useCall(getSheetMarks, { settlementNum }, { quiet: true, enabled: isAsked && hasMarks })
  const done =
    onDone &&
    ((sheet: SettlementDetail, said: string): void => {
      list.setState({ isResting: true })
      onDone(sheet, said)
      walk?.next()
    })
  return (
    <RecordPeek
      answer={answer}
      pending={pending}
      hero={sheet => (
        <SheetHero
          sheet={sheet}
          onReload={() => void refreshStale(sheetCalls)}
          onDone={done && ((_, said) => done(sheet, said))}
        />
      )}
    >
      {sheet => (
        <>
          <SheetAmounts sheet={sheet} />
          {hasMarks && <SheetMarked sheet={sheet} answer={marks} />}
          <SheetWaybills sheet={sheet} marks={marks.data} />
          <Payee sheet={sheet} />
        </>
      )}
    </RecordPeek>
  )
}

function Payee({ sheet }: { sheet: SettlementDetail }) {
  return (
    <Section title="收款人">
      <PayeeTable payees={sheet.payees} />
      <Facts items={[...payeeFacts(sheet), ['制单人', sheet.maker], ['备注', sheet.remark, 'wide']]} />
    </Section>
  )
}
