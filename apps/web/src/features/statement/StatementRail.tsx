// The rail of a statement: from making to confirmation with who and when, and its history.
import type { StatementDetail } from '@yunshu/contract/statement/statement'
import { statementStates, type StatementState } from '@yunshu/domain/statement'
import { Section } from '../../ui/Facts.tsx'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps, type Reached } from '../../ui/record/Steps.tsx'

const way = ['draft', 'sent', 'confirmed'] as const
const steps = { draft: '生成', sent: '发送', confirmed: '确认' } as const

/** Steps taken with who and when; the record itself knows all but those off the way. */
function reachedOf(it: StatementDetail): readonly Reached<StatementState>[] {
  const told = reachedBy(statementStates, it.log)
  const off = (['disputed', 'withdrawn'] as const).flatMap(state => {
    const step = told.get(state)
    return step === undefined ? [] : [{ state, ...step }]
  })
  return [
    { state: 'draft', at: it.createdAt, by: it.maker },
    ...(it.sentAt === undefined ? [] : [{ state: 'sent' as const, at: it.sentAt, by: it.sender }]),
    ...(it.answeredAt === undefined ? [] : [{ state: 'confirmed' as const, at: it.answeredAt, by: it.answerer }]),
    ...off,
  ]
}

/** The moment it came into its state. */
export const sinceOf = (it: StatementDetail): number | undefined =>
  reachedOf(it).findLast(({ state }) => state === it.state)?.at

export function StatementRail({ it }: { it: StatementDetail }) {
  return (
    <>
      <Section title="对账进度">
        <Steps machine={statementStates} labels={steps} way={way} state={it.state} reached={reachedOf(it)} />
      </Section>
      {/* of a way nobody left, the history says nothing the steps do not */}
      {it.log.length > reachedOf(it).length && <History log={it.log} />}
    </>
  )
}
