// The link by which a colleague chooses a new password, shown once to be handed over.
import { publicScreens } from '@yunshu/contract/publicScreens'
import { permitWords, restingPermits } from '@yunshu/domain/permits/permits'
import { Alert, Modal } from 'antd'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'

export interface Linked {
  name: string
  resetCode: string
  expiresAt: number
}

export function PasswordLink({ name, resetCode, expiresAt, onClose }: Linked & { onClose: () => void }) {
  // behind the #: that part of an address is sent to no server and stands in no log
  const address = `${location.origin}${publicScreens.passwordLink}#${resetCode}`
  return (
    <Modal
      open
      title="重置密码的链接"
      okText="我已复制"
      onOk={onClose}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={(_, { OkBtn }) => <OkBtn />}
    >
      <Alert type="warning" showIcon title={`链接只显示这一次，请复制后交给${name}本人`} />
      <div className="staff-issued">
        <Facts
          items={[
            ['链接', <CopyText key="link" text={address} />],
            ['有效期至', <Time key="until" value={expiresAt} />],
          ]}
        />
      </div>
      <p className="ys-weak">
        只能使用一次，由本人打开后自行设置新密码。设置后其{permitWords(restingPermits)}的权限暂停 24
        小时，本人和管理员会收到消息。
      </p>
    </Modal>
  )
}
