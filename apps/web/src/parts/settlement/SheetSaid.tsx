// The line about the sheet before: what became of it, by whom, and who has it now.
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { useCall } from '../../lib/useCall.ts'
import './sheet.css'

export interface LastSheet {
  readonly settlementNum: string
  /** The reader's own act in words; absent where somebody else did something. */
  readonly said?: string
}

/** Read aloud when it changes. */
export function SheetSaid({ settlementNum, said }: LastSheet) {
  const isOthers = said === undefined
  const { data, error } = useCall(getSettlement, { settlementNum }, { quiet: true, enabled: isOthers })
  const last = data?.log.reduce((newest, line) => (line.at >= newest.at ? line : newest))
  const told =
    said ??
    (data && last
      ? `已由 ${last.by} ${last.action}，现在${settlementStates.states[data.state].label}`
      : error
        ? '已不在您的待办中'
        : '已有变化')
  return (
    <output className={isOthers ? 'st-said st-said-others' : 'st-said'} title={`${settlementNum} ${told}`}>
      {settlementNum} {told}
    </output>
  )
}
