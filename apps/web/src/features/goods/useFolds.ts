// The parts of the publishing form that stand open, and the way to each.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import type { FormInstance } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '../../lib/clock.ts'
import { pathOf } from '../../ui/form/schemaAt.ts'
import { draftFaults } from './draftFaults.ts'
import { foldOf, foldsOf, type Folds } from './folds.ts'
import type { GoodsDraft } from './publishForm.ts'

export function useFolds(form: FormInstance, initial: GoodsDraft, kind: GoodsKind) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(foldsOf(initial, kind, serverNow(), Object.keys(draftFaults(initial, kind)))),
  )
  const box = useRef<HTMLDivElement>(null)
  const toggle = useCallback((key: string, isOpen: boolean): void => {
    setOpen(old => {
      const next = new Set(old)
      if (isOpen) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  /** Opens what the faults are in, before anybody is led there. */
  const openFaults = useCallback((paths: readonly string[]): void => {
    const keys = paths.map(foldOf).filter(key => key !== undefined)
    flushSync(() => setOpen(old => new Set([...old, ...keys])))
  }, [])
  const jump = (title: string, fault: string | undefined): void => {
    if (fault !== undefined) {
      openFaults([fault])
      form.scrollToField([...pathOf(fault)], { behavior: 'smooth', block: 'center', focus: true })
      return
    }
    const section = box.current?.querySelector(`section[aria-label="${title}"]`)
    section?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    const stops = [...(section?.querySelectorAll<HTMLElement>('input, textarea, button, [tabindex="0"]') ?? [])]
    stops.find(stop => stop.checkVisibility() && stop.tabIndex >= 0)?.focus({ preventScroll: true })
  }
  const folds = useMemo<Folds>(() => ({ folds: true, isOpen: key => open.has(key), toggle }), [open, toggle])
  return { folds, box, openFaults, jump, setOpen }
}
