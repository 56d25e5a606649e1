// The draft of a sheet: kept a second after the last change, one for each goods item, thrown away once its rows are written.
import { getDraft, saveDraft } from '@yunshu/contract/session'
import type { BackfillField } from '@yunshu/domain/backfillColumns'
import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '../../lib/send.ts'
import { isBlank, type SheetRow } from '../../ui/sheet/sheet.ts'
import { writeDraft } from './backfillRows.ts'

/** The draft is kept this long after the last change, ms. */
const keepAfterMs = 1000
/** What a thrown away draft is kept as: there is no call to delete one. */
const nothing = '{}'

/** What was kept before the page opened; undefined while it is asked for. An unreachable draft must not keep anybody from typing. */
export function useFormerDraft(goodsId: string): string | undefined {
  const [body, setBody] = useState<string>()
  const isLoading = body === undefined
  useEffect(() => {
    if (!isLoading) return
    const left = new AbortController()
    send(getDraft, { form: `backfill/${goodsId}` }, { quiet: true, signal: left.signal })
      .then((draft) => setBody(draft.body ?? nothing), () => { if (!left.signal.aborted) setBody(nothing) })
    return () => left.abort()
  }, [isLoading, goodsId])
  return body
}

/** Keeps rows as they change; says when they were kept last, or that they could not be. */
export function useKeptSheet(goodsId: string, fields: readonly BackfillField[]) {
  const form = `backfill/${goodsId}`
  const [kept, setKept] = useState<{ readonly savedAt?: number; readonly isFailed?: boolean }>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)
  const write = useCallback((rows: readonly SheetRow[]): void => {
    waiting.current = undefined
    const isEmpty = rows.every(isBlank)
    send(saveDraft, { form, body: isEmpty ? nothing : writeDraft(rows, fields) }, { quiet: true })
      .then(({ savedAt }) => setKept(isEmpty ? {} : { savedAt }), () => setKept((old) => ({ ...old, isFailed: true })))
  }, [form, fields])
  const keep = useCallback((rows: readonly SheetRow[]): void => {
    clearTimeout(timer.current)
    waiting.current = () => write(rows)
    timer.current = setTimeout(() => waiting.current?.(), keepAfterMs)
  }, [write])
  // what was typed last is kept too when the tab is left
  useEffect(() => () => {
    clearTimeout(timer.current)
    waiting.current?.()
  }, [])
  return { ...kept, keep }
}
