// Disabling, enabling, removing a person, a link for a new password, taking a lost second factor away: each says what
// follows before it is done.
import { confirmFactorReset, dropFactorReset, resetFactor } from '@yunshu/contract/session/account'
import { disableStaff, enableStaff, removeStaff, resetPassword, type StaffRow } from '@yunshu/contract/staff/staff'
import { staleAfter } from '@yunshu/contract/topics'
import { permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Time } from '../../ui/Figures.tsx'
import { WriteDialog } from '../../ui/WriteDialog.tsx'
import type { Linked } from './PasswordLink.tsx'
import './staff.css'

const moves = {
  disable: { label: '停用', danger: true, note: '停用后立即退出登录，不能再登录，可随时启用。' },
  enable: { label: '启用', danger: false, note: '启用后可用原密码登录。' },
  remove: {
    label: '删除',
    danger: true,
    note: '删除后不再出现在员工列表中，不能恢复；其经手的单据和记录保留原姓名，账号不再给他人使用。',
  },
  reset: {
    label: '重置密码',
    danger: false,
    note: `生成一个只能用一次的链接，交给本人自行设置新密码；设置后已登录的设备全部退出，${permitWords(restingPermits)}的权限暂停 24 小时。原来的链接随即失效。`,
  },
  factor: {
    label: '申请重置动态验证码',
    danger: true,
    note: '用于手机丢失且没有恢复码的员工，请先核实本人身份。须由另一名同事在 24 小时内确认后才重置。',
  },
  confirmFactor: {
    label: '确认重置动态验证码',
    danger: true,
    note: `请先核实本人身份。重置后只凭密码登录，已登录的设备立即退出，${permitWords(restingPermits)}的权限暂停 24 小时。`,
  },
  dropFactor: { label: '撤销重置申请', danger: false, note: '申请作废，该员工的动态验证码保持不变。' },
} as const
export type StaffMove = keyof typeof moves

interface StaffMoveDialogProps {
  person: StaffRow
  move: StaffMove
  onLinked: (linked: Linked) => void
  onClose: () => void
}

export function StaffMoveDialog({ person, move, onLinked, onClose }: StaffMoveDialogProps) {
  const { label, danger, note } = moves[move]
  const options = { quiet: true, invalidates: staleAfter('staff') }
  const done = (): void => toast.success('操作成功')
  const disable = useSend(disableStaff, { ...options, done })
  const enable = useSend(enableStaff, { ...options, done })
  const remove = useSend(removeStaff, { ...options, done })
  const reset = useSend(resetPassword, {
    ...options,
    done: ({ resetCode, expiresAt }) => onLinked({ name: person.name, resetCode, expiresAt }),
  })
  const factor = useSend(resetFactor, { ...options, done })
  const confirmFactor = useSend(confirmFactorReset, { ...options, done })
  const dropFactor = useSend(dropFactorReset, { ...options, done })
  const send = { disable, enable, remove, reset, factor, confirmFactor, dropFactor }[move].submit
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
      {person.factorReset && move !== 'reset' && (
        <p>
          {person.factorReset.by} 于 <Time value={person.factorReset.at} /> 申请重置动态验证码。
        </p>
      )}
      <p>{note}</p>
    </WriteDialog>
  )
}
