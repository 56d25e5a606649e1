// Routes of session, permission, own settings and the shell's selectors and search.
import type { Call } from '@yunshu/contract/call'
import { getDraft, getJurisdiction, getPushTicket, getSettings, listBranches, listEmployees, loginByGet, loginByPost, logout, saveDraft, saveSetting, searchRecords, settingKeys } from '@yunshu/contract/session'
import { q } from '../../db/tx.ts'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { jurisdictionOf } from './jurisdiction.ts'
import { login } from './login.ts'
import { findBranches, findEmployees } from './people.queries.ts'
import { searchFor } from './search.queries.ts'
import { endSession, keepDraft, keepSetting } from './session.commands.ts'

/** `calls` answers every call the server has mounted, this feature's own too: interfaces are derived from it. */
export const sessionRoutes = (calls: () => readonly Call[]): Route[] => [
  onOpen(loginByGet, login),
  onOpen(loginByPost, login),
  on(logout, endSession),
  // `type` is what the browser believes; the answer follows the session alone
  on(getJurisdiction, async (ctx) => jurisdictionOf(ctx.actor, calls())),
  on(getSettings, async (ctx) => {
    const rows = await ctx.tx.rows(q.selectFrom('user_settings').select(['key', 'value']).where('user_id', '=', ctx.actor.userId).where('key', 'in', [...settingKeys]))
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }),
  on(saveSetting, keepSetting),
  on(getDraft, async (ctx, { form }) => {
    const draft = await ctx.tx.first(q.selectFrom('drafts').select(['body', 'saved_at']).where('user_id', '=', ctx.actor.userId).where('form', '=', form))
    return draft ? { body: draft.body, savedAt: draft.saved_at } : {}
  }),
  on(saveDraft, keepDraft),
  on(getPushTicket, async (ctx) => {
    const { push_seq: seq } = await ctx.tx.one(q.selectFrom('users').select('push_seq').where('id', '=', ctx.actor.userId))
    return { ticket: ctx.deps.sessions.issueTicket(ctx.actor, ctx.now), seq }
  }),
  on(listEmployees, findEmployees),
  on(listBranches, findBranches),
  on(searchRecords, searchFor),
]
