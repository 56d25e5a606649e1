// The draft of a sheet: kept a second after the last change, one for each goods item, thrown away once its rows are
// written.
import { getDraft, saveDraft } from '@yunshu/contract/session/session'
import type { BackfillField } from '@yunshu/domain/backfill/columns'
import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '../../lib/send.ts'
import { isBlank, type SheetRow } from '../../ui/sheet/sheet.ts'
import { writeDraft } from './backfillRows.ts'

/** The draft is kept this long after the last change, ms. */
const keepAfterMs = 1000
/** The stored text of a deleted draft: there is no call to delete one. */
const nothing = '{}'

/** The draft stored before the page opened: still being fetched, here, or impossible to fetch just now. */
export type FormerDraft =
  | { readonly is: 'asked' }
  | { readonly is: 'here'; readonly body: string }
  | { readonly is: 'lost'; readonly error: Error }

/**
 * A sheet that opened empty because its draft could not be read would be kept over it: nobody types before it is here.
 */
export function useFormerDraft(goodsId: string): { former: FormerDraft; retry: () => void } {
  const [former, setFormer] = useState<FormerDraft>({ is: 'asked' })
  const isAsked = former.is === 'asked'
  useEffect(() => {
    if (!isAsked) return
    const left = new AbortController()
    send(getDraft, { form: `backfill/${goodsId}` }, { quiet: true, signal: left.signal }).then(
      draft => setFormer({ is: 'here', body: draft.body ?? nothing }),
      (error: Error) => {
        if (!left.signal.aborted) setFormer({ is: 'lost', error })
      },
    )
    return () => left.abort()
  }, [isAsked, goodsId])
  return { former, retry: useCallback(() => setFormer({ is: 'asked' }), []) }
}

/** The state of the draft: changes wait to be saved, it was saved at a time, or saving failed. */
export type DraftState =
  | { readonly is: 'none' | 'waiting' | 'failed' }
  | { readonly is: 'kept'; readonly savedAt: number }

/** Keeps rows as they change; says how the draft stands. */
export function useKeptSheet(
  goodsId: string,
  fields: readonly BackfillField[],
): { draft: DraftState; keep: (rows: readonly SheetRow[]) => void } {
  const form = `backfill/${goodsId}`
  const [draft, setDraft] = useState<DraftState>({ is: 'none' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)
  const last = useRef<Promise<void>>(Promise.resolve())
  const write = useCallback(
    (rows: readonly SheetRow[]): void => {
      clearTimeout(timer.current)
      waiting.current = undefined
      const isEmpty = rows.every(isBlank)
      const body = isEmpty ? nothing : writeDraft(rows, fields)
      // newer changes have the last word, also on how the draft stands
      const tell = (state: DraftState): void => {
        if (!waiting.current) setDraft(state)
      }
      // one after the other, so that an older draft never lands on a newer one
      last.current = last.current
        .then(() => send(saveDraft, { form, body }, { quiet: true }))
        .then(
          ({ savedAt }) => tell(isEmpty ? { is: 'none' } : { is: 'kept', savedAt }),
          () => tell({ is: 'failed' }),
        )
    },
    [form, fields],
  )
  const keep = useCallback(
    (rows: readonly SheetRow[]): void => {
      clearTimeout(timer.current)
      setDraft({ is: 'waiting' })
      waiting.current = () => write(rows)
      timer.current = setTimeout(() => waiting.current?.(), keepAfterMs)
    },
    [write],
  )
  // the last input is kept at once when the tab or the window is left
  useEffect(() => {
    const hurry = (): void => {
      if (document.visibilityState === 'hidden') waiting.current?.()
    }
    document.addEventListener('visibilitychange', hurry)
    return () => {
      document.removeEventListener('visibilitychange', hurry)
      waiting.current?.()
    }
  }, [])
  return { draft, keep }
}
