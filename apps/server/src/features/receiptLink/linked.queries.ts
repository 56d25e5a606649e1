// The person behind the code of a link, as they stand at the moment.
import { Problem } from '@yunshu/domain/problems/problems'
import { isPublicCode } from '@yunshu/domain/share'
import { sql } from 'kysely'
import { q, reading, systemReach } from '../../db/tx.ts'
import type { Actor, Deps } from '../../work/ctx.ts'
import { findInvited } from '../driverInvite/invite.queries.ts'
import { findAbsent } from '../session/absent.queries.ts'
import { hashOf } from '../session/tokens.queries.ts'

interface FoundLink {
  id: string
  user_id: string
  acting_for: string | null
}

/**
 * Answers who made the link, and which it is. Refuses `receipt.link` for a code that never was, that is over or closed,
 * whose session has ended, or whose person may not work any more: all alike.
 */
export async function findLinked(
  deps: Pick<Deps, 'pool' | 'reads'>,
  code: string | undefined,
  now: number,
): Promise<Actor> {
  const gone = (): Problem => new Problem('receipt.link')
  const invited = await findInvited(deps, code, now)
  if (invited) return invited
  if (code === undefined || !isPublicCode(code)) throw gone()
  const link = await reading(deps.reads, systemReach, tx =>
    tx.first<FoundLink>(
      sql<FoundLink>`select l.id, l.user_id, l.acting_for from receipt_links l join sessions s on s.id = l.session_id
      where l.code_hash = ${hashOf(code)} and l.closed_at is null and l.until_at > ${now} and s.revoked_at is null
        and s.ends_at > ${now}
        and s.acting_for is not distinct from l.acting_for`.compile(q),
    ),
  )
  const person = link && (await findAbsent(deps, link.user_id, link.acting_for))
  if (!person) throw gone()
  return { ...person, linkId: link.id }
}
