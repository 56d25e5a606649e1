// The button that brings in a file of a provider, with its dialog.
import type { ImportKey } from '@yunshu/contract/importing'
import type { FuelKind } from '@yunshu/domain/fuel/fuel'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const FuelImportDialog = lazy(() => import('./FuelImportDialog.tsx'))

interface FuelImportProps {
  kind: ImportKey
  /** Accounts the file may be of. */
  of: FuelKind
  label: string
  /** The first act of its list. */
  isPrimary?: boolean
}

export function FuelImport({ kind, of, label, isPrimary = false }: FuelImportProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...(isPrimary ? { type: 'primary' } : {})} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FuelImportDialog kind={kind} of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
