// Authorisations of a payee that wait for somebody: those to be judged, and those that did not pass and were not asked
// for again.
import type { PayeeAuth, PayeeDetails } from '@yunshu/contract/fleet/payee'

/** Those that did not pass and are the newest of their driver, who has none that holds or waits; ids are in order of time. */
export const failedAuths = (auths: readonly PayeeAuth[]): readonly PayeeAuth[] =>
  auths.filter(
    ({ id, state, driverId }) =>
      state === 'rejected' &&
      !auths.some(
        other =>
          other.driverId === driverId && (other.id > id || other.state === 'pending' || other.state === 'active'),
      ),
  )

/** The matter that waits for the reader, in words: red where something did not pass. */
export function turnOf({ auths, acts }: PayeeDetails): { text: string; isBad: boolean } | undefined {
  const failed = acts.includes('edit') ? failedAuths(auths).length : 0
  if (failed > 0) return { text: `${failed} 份授权未通过`, isBad: true }
  const judged = auths.filter(({ state, moves }) => state === 'pending' && moves.includes('approve')).length
  return judged > 0 ? { text: `${judged} 份授权待审核`, isBad: false } : undefined
}

/** Authorisations the platform has to judge, for those who cannot. */
export const waitText = ({ auths }: PayeeDetails): string | undefined => {
  const waiting = auths.filter(({ state, moves }) => state === 'pending' && !moves.includes('approve')).length
  return waiting > 0 ? `${waiting} 份授权等平台审核` : undefined
}

/** In the order they ask for something: what did not pass, what waits, what holds, what ended; each by its age. */
export function orderedAuths(auths: readonly PayeeAuth[]): readonly PayeeAuth[] {
  const failed = failedAuths(auths)
  const ranks = { pending: 1, active: 2, rejected: 3, revoked: 4, expired: 4 } as const
  const rankOf = (auth: PayeeAuth): number => (failed.includes(auth) ? 0 : ranks[auth.state])
  return auths.toSorted((a, b) => rankOf(a) - rankOf(b))
}
