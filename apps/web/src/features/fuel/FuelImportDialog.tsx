// A file of a provider, brought in from a list of its rows: the account is chosen first, its template and file follow.
import type { ImportKey } from '@yunshu/contract/importing'
import { staleAfter } from '@yunshu/contract/topics'
import { fuelKinds, type FuelKind } from '@yunshu/domain/fuel/fuel'
import { useState } from 'react'
import { ImportDialog } from '../../parts/importing/ImportDialog.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { DialogField } from '../../ui/WriteDialog.tsx'
import { FuelAccountSelect } from './FuelAccountSelect.tsx'

const invalidates = staleAfter('fuel')

interface FuelImportDialogProps {
  kind: ImportKey
  /** Accounts the file may be of. */
  of: FuelKind
  onClose: () => void
}

/** `default` for lazy. */
export default function FuelImportDialog({ kind, of, onClose }: FuelImportDialogProps) {
  const [accountId, setAccountId] = useState<string>()
  return (
    <ImportDialog
      kind={kind}
      {...(accountId === undefined ? {} : { targetId: accountId })}
      chooser={
        <DialogField label={`${fuelKinds[of].label}账户`} isRequired>
          {id => (
            <FuelAccountSelect
              id={id}
              kind={of}
              value={accountId}
              placeholder="先选账户，再下载模板、上传文件"
              onChange={next => setAccountId(isUnreadable(next) ? undefined : next)}
            />
          )}
        </DialogField>
      }
      invalidates={invalidates}
      onClose={onClose}
    />
  )
}
