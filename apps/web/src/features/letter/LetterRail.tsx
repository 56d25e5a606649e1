// The rail of a letter: sent and confirmed with who and when, and its history.
import type { LetterDetail } from '@yunshu/contract/letter/letter'
import { letterStates, type LetterState } from '@yunshu/domain/letter'
import { Section } from '../../ui/Facts.tsx'
import { History } from '../../ui/record/History.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps, type Reached } from '../../ui/record/Steps.tsx'

const way = ['sent', 'confirmed'] as const
const steps = { sent: '发函', confirmed: '确认' } as const

/** Steps taken with who and when; the record itself knows all but those off the way. */
function reachedOf(it: LetterDetail): readonly Reached<LetterState>[] {
  const told = reachedBy(letterStates, it.log)
  const off = (['disputed', 'withdrawn'] as const).flatMap(state => {
    const step = told.get(state)
    return step === undefined ? [] : [{ state, ...step }]
  })
  return [
    { state: 'sent', at: it.sentAt, by: it.sender },
    ...(it.answeredAt === undefined ? [] : [{ state: 'confirmed' as const, at: it.answeredAt, by: it.answerer }]),
    ...off,
  ]
}

/** The moment it came into its state. */
export const sinceOf = (it: LetterDetail): number | undefined =>
  reachedOf(it).findLast(({ state }) => state === it.state)?.at

export function LetterRail({ it }: { it: LetterDetail }) {
  return (
    <>
      <Section title="对账进度">
        <Steps machine={letterStates} labels={steps} way={way} state={it.state} reached={reachedOf(it)} />
      </Section>
      <History log={it.log} />
    </>
  )
}
