// The way of an agreement: its steps with who and when, whose turn it is, and until when.
import type { AgreementDetail } from '@yunshu/contract/agreement/agreement'
import { agreementRoles, agreementStates, askedStates } from '@yunshu/domain/agreement/agreement'
import { Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import type { HeroProps } from '../../ui/record/Hero.tsx'
import { stateSince } from '../../ui/record/reachedBy.ts'
import type { Until } from '../../ui/record/untilText.ts'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'

/** The next hand: the parties that have yet to sign, a second person for a paper, the partner, or who drafted it. */
function waitsOf({ state, waits, kind }: AgreementDetail): string | undefined {
  if (state === 'signing' && waits.length > 0) return `等${waits.map(role => agreementRoles[role]).join('、')}签署`
  if (state === 'paper') return '等平台另一人复核'
  if (state === 'draft') return kind === 'FRAME' ? '等起草方发送' : '等平台发送签署'
  return askedStates.some(asked => asked === state) ? '等签章平台答复' : undefined
}

/** The end of the time to sign, while it is being signed. */
const untilOf = ({ state, until }: AgreementDetail): Until | undefined =>
  state === 'signing' && until !== undefined ? { act: '签署', at: until } : undefined

/** The turn of an agreement, the time it waits since, and its end. */
export const agreementTurn = (it: AgreementDetail): Pick<HeroProps, 'isTurn' | 'waits' | 'since' | 'until'> => ({
  isTurn: it.canSign || it.moves.includes('confirmPaper'),
  waits: waitsOf(it),
  since: stateSince(agreementStates, it),
  until: untilOf(it),
})

/** Drafted, signed by each party, in force: with who and when. */
export function SigningSteps({ it }: { it: AgreementDetail }) {
  const isSigned = it.state === 'signed' || it.state === 'replaced'
  const steps: readonly { key: string; what: string; by?: string; at?: number | undefined; isDone: boolean }[] = [
    { key: 'made', what: '起草合同', by: it.maker, at: it.createdAt, isDone: true },
    ...it.parties.map(({ role, name, state, signedAt }) => ({
      key: role,
      what: `${agreementRoles[role]}${state === 'refused' ? '拒签' : '签署'}`,
      by: shortCompany(shortBranch(name)),
      at: signedAt,
      isDone: state !== 'waiting' || isSigned,
    })),
    { key: 'valid', what: '合同生效', at: it.signedAt, isDone: isSigned },
  ]
  const now = steps.find(({ isDone }) => !isDone)
  return (
    <Section title="签署进度">
      <ol className="ys-way">
        {steps.map(step => (
          <li
            key={step.key}
            className={step.isDone ? 'ys-way-done' : step === now ? 'ys-way-now ys-way-busy' : 'ys-way-next'}
          >
            <span className="ys-way-dot" aria-hidden="true" />
            <span className="ys-way-what">
              {step.what}
              {step.by !== undefined && <small>{step.by}</small>}
            </span>
            {step.at !== undefined && step.isDone && (
              <small>
                <Time value={step.at} />
              </small>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
