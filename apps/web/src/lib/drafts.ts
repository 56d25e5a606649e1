// Drafts in this browser: what was typed into forms, kept at each change for the person signed in (decision 050).
import { DAY_MS } from '@yunshu/domain/figures/time'
import * as z from 'zod/mini'
import { serverNow } from './clock.ts'
import { currentHandle, useSession } from './session.ts'
import { readJson } from './standing.ts'

const Draft = z.object({
  /** JSON text of what was typed. */
  body: z.string(),
  /** The last change, ms on the server's clock. */
  at: z.number(),
  /** The form in words. */
  title: z.string(),
  /** Address of the page it stands on. */
  url: z.string(),
  /** It stands in a drawer or dialog nobody has closed: the page does not show it by itself after the next load. */
  isOpen: z.boolean(),
  /** The server kept a draft of this form from this browser, ms on its clock. */
  told: z.optional(z.number()),
})
export type Draft = z.output<typeof Draft>

const prefix = 'yunshu.draft.'
/** A person has this many drafts in a browser, for this long. */
const draftsMost = 50
export const draftLifeMs = 30 * DAY_MS

/** Drafts of the person signed in, or of the employee they work for, who has drafts of their own. */
function owned(): string | undefined {
  const handle = currentHandle()
  if (handle === undefined) return undefined
  return `${prefix}${[handle, useSession.getState().selectEmployee?.id].filter(Boolean).join('.')}/`
}

const read = (name: string): Draft | undefined => {
  const read = z.safeParse(Draft, readJson(localStorage.getItem(name) ?? ''))
  return read.success && serverNow() - read.data.at < draftLifeMs ? read.data : undefined
}

/** The draft of a form; undefined when there is none. */
export function findDraft(form: string): Draft | undefined {
  const own = owned()
  try {
    const draft = own === undefined ? undefined : read(own + form)
    if (draft?.told !== undefined) told.set(own + form, draft.told)
    return draft
  } catch {
    return undefined // blocked storage
  }
}

/** The last times the server kept drafts from this browser, by name. */
const told = new Map<string, number>()

/** The last time the server kept this form's draft from this browser; undefined when it holds none. */
export const toldAt = (form: string): number | undefined => told.get((owned() ?? '') + form)

/** Remembers that the server kept the draft of a form at a time, or holds none any more. */
export function noteTold(form: string, at: number | undefined): void {
  const name = (owned() ?? '') + form
  if (at === undefined) told.delete(name)
  else told.set(name, at)
  try {
    const draft = read(name)
    if (draft) localStorage.setItem(name, JSON.stringify({ ...draft, told: at }))
  } catch {
    /* the server then offers this browser its own draft */
  }
}

/** Keeps the draft of a form; false when this browser does not take it. */
export function keepDraft(form: string, draft: Omit<Draft, 'at' | 'url' | 'told'> & { url?: string }): boolean {
  const own = owned()
  if (own === undefined) return false
  const { pathname, search } = globalThis.location
  try {
    if (localStorage.getItem(own + form) === null) makeRoom(own)
    localStorage.setItem(
      own + form,
      JSON.stringify({ url: pathname + search, ...draft, at: serverNow(), told: told.get(own + form) }),
    )
    return true
  } catch {
    return false // storage is full or blocked
  }
}

/** Forgets the draft of a form: it was sent, or given up. */
export function forgetDraft(form: string): void {
  const own = owned()
  try {
    if (own !== undefined) localStorage.removeItem(own + form)
  } catch {
    /* blocked storage holds none */
  }
}

/** A draft with the name of its form. */
export interface LeftOpen extends Draft {
  readonly form: string
}

/** Drafts of drawers and dialogs that were open when their page ended, the latest first. */
export function draftsLeftOpen(): readonly LeftOpen[] {
  const own = owned()
  try {
    const left = Object.keys(localStorage).flatMap(name => {
      const draft = own !== undefined && name.startsWith(own) ? read(name) : undefined
      return own !== undefined && draft?.isOpen ? [{ ...draft, form: name.slice(own.length) }] : []
    })
    return left.toSorted((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

/** Says of the draft of a form whether it stands open, without touching what was typed. */
export function markOpen(form: string, isOpen: boolean): void {
  const name = (owned() ?? '') + form
  try {
    const draft = read(name)
    if (draft && draft.isOpen !== isOpen) localStorage.setItem(name, JSON.stringify({ ...draft, isOpen }))
  } catch {
    /* it is offered once more */
  }
}

/** Takes away what is too old, whoever's it is, and the person's oldest drafts beyond the most. */
function makeRoom(own: string): void {
  const kept: { name: string; at: number }[] = []
  for (const name of Object.keys(localStorage).filter(each => each.startsWith(prefix))) {
    const draft = read(name)
    if (!draft) localStorage.removeItem(name)
    else if (name.startsWith(own)) kept.push({ name, at: draft.at })
  }
  for (const { name } of kept.toSorted((a, b) => b.at - a.at).slice(draftsMost - 1)) localStorage.removeItem(name)
}
