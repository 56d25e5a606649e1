// The draft of the publishing form: fetched when the page opens, kept one second after the last key, thrown away on
// request.
import { getDraft, saveDraft } from '@yunshu/contract/session/session'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { findDraft, forgetDraft, keepDraft, type Draft } from '../../lib/drafts.ts'
import { send } from '../../lib/send.ts'
import { marksOfDraft, readDraft, writeDraft, type GoodsDraft } from './publishForm.ts'
import type { Marks } from './suggestion.ts'

/** Each kind has a draft of its own. */
const forms = { NORMAL: 'goods/publish', GX: 'goods/publish/GX', SH: 'goods/publish/SH' } as const satisfies Readonly<
  Record<GoodsKind, string>
>
/** The draft is kept this long after the last change, ms. */
const keepAfterMs = 1000
/** The stored text of a deleted draft: there is no call to delete one. */
const nothing = '{}'

interface Kept {
  readonly isLoading: boolean
  /** The reason the draft could not be fetched. */
  readonly error?: Error
  readonly draft?: GoodsDraft | undefined
  /** Marks kept with it. */
  readonly marks?: Marks | undefined
  readonly savedAt?: number | undefined
  /** This browser or the server holds all that was typed. */
  readonly isKept?: boolean
  /** The last attempt to keep it did not succeed. */
  readonly isFailed?: boolean
}

/**
 * The draft of a form. `draft` is the text kept before the page opened; `keep` saves now, `forget` deletes the draft,
 * `stop` ends saving. When the draft could not be fetched, `retry` asks again and `begin` goes on without it.
 */
export function useKeptDraft(kind: GoodsKind) {
  const form = forms[kind]
  const [kept, setKept] = useState<Kept>({ isLoading: true })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Keeps what was typed last, until it is kept. */
  const waiting = useRef<() => void>(undefined)
  const { isLoading } = kept
  useEffect(() => {
    if (!isLoading) return
    const left = new AbortController()
    send(getDraft, { form }, { quiet: true, signal: left.signal }).then(
      told => {
        const { body, savedAt } = laterDraft(told, findDraft(form))
        const draft = readDraft(body, serverNow(), kind)
        setKept({ isLoading: false, draft, ...(draft ? { savedAt, marks: marksOfDraft(body) } : {}) })
      },
      // an empty form would be kept over a draft that is there
      (error: Error) => {
        if (!left.signal.aborted) setKept({ isLoading: false, error })
      },
    )
    return () => left.abort()
  }, [isLoading, form, kind])

  const told = useCallback(
    (savedAt: number | undefined, body: string): void =>
      setKept(old =>
        savedAt === undefined
          ? { ...old, isFailed: true }
          : {
              ...old,
              savedAt: body === nothing ? undefined : savedAt,
              isFailed: false,
              // words typed meanwhile wait for the next time
              ...(waiting.current ? {} : { isKept: true }),
            },
      ),
    [],
  )
  const write = useWrites(form, told)
  const keep = useCallback(
    (draft: GoodsDraft, marks: Marks): void => {
      clearTimeout(timer.current)
      const isKept = keepDraft(form, { body: writeDraft(draft, marks), title: '发布货源', isOpen: false })
      setKept(old => (old.isKept === isKept ? old : { ...old, isKept }))
      waiting.current = () => {
        waiting.current = undefined
        write(writeDraft(draft, marks))
      }
      timer.current = setTimeout(waiting.current, keepAfterMs)
    },
    [write, form],
  )
  // the last input is kept too when another kind is chosen or the tab is left
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      waiting.current?.()
    },
    [],
  )
  const stop = useCallback((): void => {
    clearTimeout(timer.current)
    waiting.current = undefined
    forgetDraft(form)
  }, [form])
  const forget = useCallback((): void => {
    stop()
    setKept({ isLoading: false })
    write(nothing)
  }, [write, stop])
  const retry = useCallback(() => setKept({ isLoading: true }), [])
  const begin = useCallback(() => setKept({ isLoading: false }), [])
  return { ...kept, keep, stop, forget, retry, begin }
}

/**
 * Writes drafts one after another, so that a slow one cannot arrive after it was thrown away; `told` hears of the newest
 * text alone, without a time where it could not be kept, and stays the same function.
 */
function useWrites(form: string, told: (savedAt: number | undefined, body: string) => void): (body: string) => void {
  const newest = useRef<string>(undefined)
  const last = useRef<Promise<void>>(Promise.resolve())
  return useCallback(
    body => {
      newest.current = body
      const isNewest = (): boolean => newest.current === body
      last.current = last.current
        .then(() => (isNewest() ? send(saveDraft, { form, body }, { quiet: true }) : undefined))
        .then(
          answer => {
            if (answer !== undefined && isNewest()) told(answer.savedAt, body)
          },
          () => {
            if (isNewest()) told(undefined, body)
          },
        )
    },
    [form, told],
  )
}

/**
 * The draft typed last: the server's, or this browser's, which is there before the server's is and also where the server
 * was not reached.
 */
function laterDraft(
  told: { body?: string | undefined; savedAt?: number | undefined },
  here: Draft | undefined,
): { body?: string | undefined; savedAt?: number | undefined } {
  return here && here.at > (told.savedAt ?? 0) ? { body: here.body, savedAt: here.at } : told
}
