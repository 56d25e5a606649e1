// Copying a position under another name.
import { copyRole, type RoleRow } from '@yunshu/contract/staff/staff'
import { staleAfter } from '@yunshu/contract/topics'
import { roleNameMax } from '@yunshu/domain/account/staff'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

interface CopyRoleDialogProps {
  role: RoleRow
  onClose: () => void
  onCopied: (id: string) => void
}

export function CopyRoleDialog({ role, onClose, onCopied }: CopyRoleDialogProps) {
  const { typed, type, draft } = useTyped(
    { call: copyRole, fixed: { id: role.id }, title: `复制职位 ${role.name}` },
    { name: `${role.name}副本`.slice(0, roleNameMax) },
  )
  const { name } = typed
  const { submit } = useSend(copyRole, {
    quiet: true,
    invalidates: staleAfter('staff'),
    done: ({ id }) => {
      toast.success('操作成功')
      onCopied(id)
    },
  })
  return (
    <WriteDialog
      title={`复制职位 ${role.name}`}
      okText="复制"
      draft={draft}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onReload={onClose}
      onSend={() => submit({ id: role.id, name: name.trim() })}
    >
      <DialogField label="新职位名称">
        {id => (
          <TextInput
            id={id}
            max={roleNameMax}
            value={name}
            onChange={next => type({ name: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
    </WriteDialog>
  )
}
