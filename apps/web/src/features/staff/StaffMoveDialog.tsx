// Disabling, enabling, removing a person, giving a new first password, taking a lost second factor away: each says what
// follows before it is done.
import { resetFactor } from '@yunshu/contract/session/account'
import { disableStaff, enableStaff, removeStaff, resetPassword, type StaffRow } from '@yunshu/contract/staff/staff'
import { staleAfter } from '@yunshu/contract/topics'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import type { Issued } from './FirstPassword.tsx'
import './staff.css'

const moves = {
  disable: { label: '停用', danger: true, note: '停用后立即退出登录，不能再登录，可随时启用。' },
  enable: { label: '启用', danger: false, note: '启用后可用原密码登录。' },
  remove: {
    label: '删除',
    danger: true,
    note: '删除后不再出现在员工列表中，不能恢复；其经手的单据和记录保留原姓名，账号不再给他人使用。',
  },
  reset: { label: '重置密码', danger: false, note: '生成新的初始密码，原密码失效，已登录的设备立即退出。' },
  factor: {
    label: '重置动态验证码',
    danger: true,
    note: '用于手机丢失且没有恢复码的员工，请先核实本人身份。重置后只凭密码登录，已登录的设备立即退出。',
  },
} as const
export type StaffMove = keyof typeof moves

interface StaffMoveDialogProps {
  person: StaffRow
  move: StaffMove
  onIssued: (issued: Issued) => void
  onClose: () => void
}

export function StaffMoveDialog({ person, move, onIssued, onClose }: StaffMoveDialogProps) {
  const { label, danger, note } = moves[move]
  const options = { quiet: true, invalidates: staleAfter('staff') }
  const done = (): void => toast.success('操作成功')
  const disable = useSend(disableStaff, { ...options, done })
  const enable = useSend(enableStaff, { ...options, done })
  const remove = useSend(removeStaff, { ...options, done })
  const reset = useSend(resetPassword, {
    ...options,
    done: ({ password }) => onIssued({ account: person.account, password }),
  })
  const factor = useSend(resetFactor, { ...options, done })
  const send = { disable, enable, remove, reset, factor }[move].submit
  return (
    <WriteDialog
      title={`${label} ${person.name}（${person.account}）`}
      okText={label}
      danger={danger}
      onClose={onClose}
      onSend={() => send({ id: person.id, version: person.version })}
      onReload={() => {
        void refreshStale(staleAfter('staff'))
        onClose()
      }}
    >
      <p>{note}</p>
    </WriteDialog>
  )
}
