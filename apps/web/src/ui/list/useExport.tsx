// The way from a list to its file: whether this person may have one, and the dialog that asks for it.
import type { Call } from '@yunshu/contract/call'
import { exportListOf } from '@yunshu/contract/exporting/exporting'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import type { ExportDialogProps } from './ExportDialog.tsx'

const ExportDialog = lazy(() => import('./ExportDialog.tsx'))

type Asked = Omit<ExportDialogProps, 'list' | 'call' | 'onClose'>

interface Exporting {
  /** Opens the dialog; undefined where the list has no file (contract/exporting.ts) or this person may not have it. */
  readonly ask: (() => void) | undefined
  readonly isAsking: boolean
  /** The dialog, while it is open. */
  readonly dialog: (asked: Asked) => ReactNode
}

/** The file of the list a call answers. */
export function useExport(call: Call): Exporting {
  const canExport = useCan('export.run')
  const list = canExport ? exportListOf(call) : undefined
  const [isAsking, setAsking] = useState(false)
  const ask = useCallback(() => setAsking(true), [])
  return {
    ask: list && ask,
    isAsking: isAsking && list !== undefined,
    dialog: asked =>
      isAsking && list ? (
        <Suspense fallback={null}>
          <ExportDialog list={list} call={call} {...asked} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null,
  }
}
