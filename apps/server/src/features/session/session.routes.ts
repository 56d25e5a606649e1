// Routes of session, permission, own settings and the shell's selectors and search.
import * as actingCalls from '@yunshu/contract/session/acting'
import type { Call } from '@yunshu/contract/call'
import * as sessionCalls from '@yunshu/contract/session/session'
import { settingKeys } from '@yunshu/contract/session/session'
import { q } from '../../db/tx.ts'
import { on, onDirect, onOpen, type Route } from '../../http/serve.ts'
import { actFor, stopActing } from './acting.commands.ts'
import { jurisdictionOf } from './jurisdiction.queries.ts'
import { signIn } from './login.ts'
import { findActingFor, findBranches, findEmployees } from './people.queries.ts'
import { endSession, keepDraft, keepSetting } from './session.commands.ts'

/** `calls` answers every call the server has mounted, this feature's own too: interfaces are derived from it. */
export const sessionRoutes = (calls: () => readonly Call[]): Route[] => [
  onOpen(sessionCalls.loginByGet, signIn),
  onOpen(sessionCalls.loginByPost, signIn),
  on(sessionCalls.logout, endSession),
  // `type` is what the browser believes; the answer follows the session alone
  on(sessionCalls.getJurisdiction, async ctx => jurisdictionOf(ctx.actor, calls(), await findActingFor(ctx))),
  on(actingCalls.actFor, actFor),
  on(actingCalls.stopActing, stopActing),
  on(sessionCalls.getSettings, async ctx => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('user_settings')
        .select(['key', 'value'])
        .where('user_id', '=', ctx.actor.userId)
        .where('key', 'in', [...settingKeys]),
    )
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }),
  on(sessionCalls.saveSetting, keepSetting),
  on(sessionCalls.getDraft, async (ctx, { form }) => {
    const draft = await ctx.tx.first(
      q
        .selectFrom('drafts')
        .select(['body', 'saved_at'])
        .where('user_id', '=', ctx.actor.userId)
        .where('form', '=', form),
    )
    return draft ? { body: draft.body, savedAt: draft.saved_at } : {}
  }),
  on(sessionCalls.saveDraft, keepDraft),
  onDirect(sessionCalls.getPushTicket, ({ deps, actor }) => deps.sessions.issueTicket(actor)),
  on(sessionCalls.listEmployees, findEmployees),
  on(sessionCalls.listBranches, findBranches),
]
