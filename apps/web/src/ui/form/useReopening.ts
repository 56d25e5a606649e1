// Drawers and dialogs without an address of their own: their page opens them again for what a reload left open.
import type { Call } from '@yunshu/contract/call'
import { useEffect, useEffectEvent } from 'react'
import { useLeftOpen } from '../../lib/leftOpen.ts'
import { draftForm } from './formDraft.ts'

/** Opens the form of a call for the record `fixed` names, and its part, where several forms send the call. */
type Reopened = readonly [open: () => void, call: Pick<Call, 'path'>, fixed?: object, part?: string]

/** Opens the form among these that people said they go on with, once its page knows the record. */
export function useReopening(...forms: readonly Reopened[]): void {
  const wanted = useLeftOpen(left => left.wanted)
  const found = wanted === undefined ? undefined : forms.find(([, ...form]) => draftForm(...form) === wanted)
  const open = useEffectEvent(() => found?.[0]())
  const isWanted = found !== undefined
  useEffect(() => {
    if (!isWanted) return
    useLeftOpen.setState({ wanted: undefined })
    open()
  }, [isWanted])
}
