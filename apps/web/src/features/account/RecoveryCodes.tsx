// The recovery codes, shown once: to copy, to keep as a file, and to close only on purpose.
import { Alert, Button, Modal } from 'antd'
import { copyText } from '../../lib/copy.ts'
import { saveFile } from '../../lib/saveFile.ts'

export function RecoveryCodes({
  account,
  codes,
  onClose,
}: {
  account: string
  codes: readonly string[]
  onClose: () => void
}) {
  const text = codes.join('\n')
  const save = (): void =>
    saveFile(
      new Blob([`运枢恢复码（账号 ${account}）\n每个恢复码只能使用一次\n\n${text}\n`], { type: 'text/plain' }),
      `运枢恢复码-${account}.txt`,
    )
  return (
    <Modal
      open
      title="动态验证码已启用"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={480}
      footer={[
        <Button key="copy" onClick={() => void copyText(text)}>
          复制全部
        </Button>,
        <Button key="save" onClick={save}>
          下载
        </Button>,
        <Button key="ok" type="primary" onClick={onClose}>
          我已妥善保存
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次"
        description="手机丢失时可用恢复码登录，每个只能使用一次。请离线保存，不要与密码放在一起。"
      />
      <ol className="account-recovery" aria-label="恢复码">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
