// The ways into a list of vehicles or drivers: registering one and importing many, each with its dialog.
import type { Call } from '@yunshu/contract/call'
import type { StaleCall } from '@yunshu/contract/topics'
import type { ImportKey } from '@yunshu/contract/importing'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useNarrow } from '../../lib/useMobile.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { useOwnFleet } from './useOwnFleet.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const ImportDialog = lazy(async () => ({ default: (await import('../importing/ImportDialog.tsx')).ImportDialog }))

interface FleetEntry {
  permit: 'vehicle.edit' | 'driver.edit'
  /** The call of its form. */
  call: Call
  /** The word for such a record: 车辆, 司机. */
  word: string
  kind: ImportKey
  /** Calls whose answers are stale once something was imported. */
  invalidates: readonly StaleCall[]
  pageOf: (id: string) => string
  /** The form of a new record. */
  drawer: (onClose: () => void, onAdded: (id: string) => void) => ReactNode
}

/** `head` stands left of the toolbar, `dialogs` beside the list; in a narrow window the import stands in the menu. */
export function useFleetEntry({ permit, call, word, kind, invalidates, pageOf, drawer }: FleetEntry): {
  head: ReactNode
  more: readonly RowAction[]
  dialogs: ReactNode
} {
  const canEdit = useOwnFleet(permit)
  const [shown, setShown] = useState<'new' | 'import'>()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  useReopening([() => setShown('new'), call])
  const close = (): void => setShown(undefined)
  return {
    head: canEdit && (
      <>
        {!isNarrow && <Button onClick={() => setShown('import')}>导入{word}</Button>}
        <Button type="primary" onClick={() => setShown('new')}>
          登记{word}
        </Button>
      </>
    ),
    more: canEdit && isNarrow ? [{ label: `导入${word}`, onClick: () => setShown('import') }] : [],
    dialogs: (
      <Suspense fallback={null}>
        {shown === 'new' && (
          <Reopens by={() => setShown('new')}>{drawer(close, id => void navigate(pageOf(id)))}</Reopens>
        )}
        {shown === 'import' && <ImportDialog kind={kind} invalidates={invalidates} onClose={close} />}
      </Suspense>
    ),
  }
}
