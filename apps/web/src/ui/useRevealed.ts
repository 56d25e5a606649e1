// One whole number while it may be seen: asked for, masked again after its time, and gone with the page, the tab or the window.
import { revealNumber } from '@yunshu/contract/secretNumber'
import { revealMs, type SecretNumber } from '@yunshu/domain/identity/secretNumbers'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../lib/clock.ts'
import { isCalledOff, Refusal } from '../lib/errors.ts'
import { send } from '../lib/send.ts'

type Look =
  | { readonly is: 'hidden'; readonly fault?: string }
  | { readonly is: 'asking'; readonly withReason: boolean }
  | { readonly is: 'reason' }
  | { readonly is: 'shown'; readonly value: string; readonly until: number }

const hidden: Look = { is: 'hidden' }
const offlineText = '网络已断开，恢复后再查看'

const faultOf = (error: unknown): string =>
  !navigator.onLine ? offlineText : error instanceof Refusal ? error.message : '没有查看到，请重试'

/** `look` asks, `explain` with the reason the company wants; the number is never kept beyond this hook. */
export function useRevealed({ kind, id, field }: SecretNumber) {
  const [state, setState] = useState<Look>(hidden)
  const asked = useRef<AbortController | undefined>(undefined)
  const hide = useCallback(() => {
    asked.current?.abort()
    setState(hidden)
  }, [])
  const ask = async (reason: string): Promise<void> => {
    if (!navigator.onLine && reason === '') return setState({ is: 'hidden', fault: offlineText })
    const controller = new AbortController()
    asked.current = controller
    const { signal } = controller
    setState({ is: 'asking', withReason: reason !== '' })
    try {
      const input = { kind, id, field, ...(reason === '' ? {} : { reason }) }
      const { value } = await send(revealNumber, input, { quiet: true, signal })
      if (!signal.aborted) setState({ is: 'shown', value, until: serverNow() + revealMs })
    } catch (error) {
      if (signal.aborted || isCalledOff(error)) return
      if (reason !== '') {
        // its dialog shows the refusal, and keeps the reason
        setState({ is: 'reason' })
        throw error
      }
      const wantsReason = error instanceof Refusal && 'reason' in error.fields
      setState(wantsReason ? { is: 'reason' } : { is: 'hidden', fault: faultOf(error) })
    }
  }
  // a kept tab that is left pauses its effects, as a page that goes away does
  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      hide()
    }
  }, [hide, kind, id, field])
  const until = state.is === 'shown' ? state.until : undefined
  useEffect(() => {
    if (until === undefined) return undefined
    const end = setTimeout(hide, until - serverNow())
    return () => clearTimeout(end)
  }, [until, hide])
  return {
    shown: state.is === 'shown' ? state : undefined,
    isAsking: state.is === 'asking',
    needsReason: state.is === 'reason' || (state.is === 'asking' && state.withReason),
    fault: state.is === 'hidden' ? state.fault : undefined,
    look: () => void ask(''),
    explain: ask,
    hide,
    /** The dialog of the reason is gone: what it has brought stays. */
    giveUp: () => setState(now => (now.is === 'shown' ? now : hidden)),
  }
}
