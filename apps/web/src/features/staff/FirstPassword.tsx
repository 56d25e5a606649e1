// The password of somebody's first login, shown once.
import { Alert, Modal } from 'antd'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts } from '../../ui/Facts.tsx'

export interface Issued {
  account: string
  password: string
}

export function FirstPassword({ account, password, onClose }: Issued & { onClose: () => void }) {
  return (
    <Modal
      open
      title="初始密码"
      okText="我已记下"
      onOk={onClose}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={(_, { OkBtn }) => <OkBtn />}
    >
      <Alert type="warning" showIcon title="密码只显示这一次，请复制后交给本人" />
      <div className="staff-issued">
        <Facts
          items={[
            ['账号', <CopyText key="account" text={account} />],
            ['初始密码', <CopyText key="password" text={password} />],
          ]}
        />
      </div>
      <p className="ys-weak">首次登录时须设置新密码。</p>
    </Modal>
  )
}
