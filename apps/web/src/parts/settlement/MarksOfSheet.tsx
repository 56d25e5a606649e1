// The marks of a sheet on its own page, for those who check and pay it, until it is paid.
import { getSheetMarks, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { isUnpaid } from './DueDate.tsx'
import { paysFor } from './paysFor.ts'
import { SheetMarked } from './SheetMarked.tsx'

export function MarksOfSheet({ sheet }: { sheet: SettlementDetail }) {
  const { settlementNum, state, shipperId } = sheet
  const info = useSession(session => session.info)
  const isShown = isUnpaid(state) && paysFor(info, shipperId)
  const answer = useCall(getSheetMarks, { settlementNum }, { quiet: true, enabled: isShown })
  return isShown && <SheetMarked sheet={sheet} answer={answer} />
}
