// Drafts on the server: told a little after the last change, and asked for when a form opens, which another device may
// have been filling.
import { draftBodyMax, getDraft, saveDraft } from '@yunshu/contract/session/session'
import { findDraft, noteTold, toldAt, type Draft } from './drafts.ts'
import { send } from './send.ts'
import { currentHandle, useSession } from './session.ts'

/** The server is told this long after the last change, ms. */
const tellAfterMs = 2000
/** The text that deletes a draft. */
const nothing = '{}'
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
/** Forms whose draft of another device this one was offered: sending the form deletes it too. */
const offered = new Set<string>()

/** The server keeps the drafts of the person signed in, never those typed while working for an employee. */
const isMine = (): boolean => currentHandle() !== undefined && useSession.getState().selectEmployee === undefined

/** Has the server keep the draft as it stands soon. */
export function tellDraft(form: string): void {
  clearTimeout(waiting.get(form))
  if (!isMine()) return
  waiting.set(
    form,
    setTimeout(() => void tell(form), tellAfterMs),
  )
}

/** Has the server forget a draft it was told of. */
export function tellGone(form: string): void {
  clearTimeout(waiting.get(form))
  if (isMine()) void tell(form)
}

async function tell(form: string): Promise<void> {
  waiting.delete(form)
  const body = findDraft(form)?.body ?? nothing
  const isKnown = toldAt(form) !== undefined || offered.has(form)
  if (body.length > draftBodyMax || !isMine() || (body === nothing && !isKnown)) return
  try {
    const { savedAt } = await send(saveDraft, { form, body }, { quiet: true })
    noteTold(form, body === nothing ? undefined : savedAt)
    if (body === nothing) offered.delete(form)
    // the form was sent while its draft was on its way
    else if (!findDraft(form)) void tell(form)
  } catch {
    // the browser has it; the next change tells it again
  }
}

/** The draft another device kept after this one last told its own; undefined when there is none. */
export async function askDraft(form: string, signal: AbortSignal): Promise<Pick<Draft, 'body' | 'at'> | undefined> {
  if (!isMine()) return undefined
  try {
    const { body, savedAt } = await send(getDraft, { form }, { quiet: true, signal })
    if (body === undefined || savedAt === undefined || body === findDraft(form)?.body) return undefined
    if (savedAt <= (toldAt(form) ?? 0)) return undefined
    offered.add(form)
    return { body, at: savedAt }
  } catch {
    return undefined
  }
}
