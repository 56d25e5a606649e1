// Closing a form that holds input: at once with a word that its draft is kept, or after a question where some of it is
// not.
import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import type { FormDrafting, Standing } from './useFormDraft.tsx'

const losses: Readonly<Partial<Record<Standing, string>>> = {
  full: '本机存储空间已满，草稿未能保存，放弃后填写的内容将丢失。',
  files: '已选择的文件不能存入草稿，放弃后须重新选择；其余内容存为草稿。',
  message: '粘贴的消息不存为草稿，放弃后须重新粘贴。',
  secrets: '证件号码和银行账号不存入草稿，放弃后须重新填写；其余内容存为草稿。',
}

/** `leave` closes the form, asking where something would be lost; `reopen` opens it again with what was typed. */
export function useLeaving(
  park: FormDrafting['park'],
  close: () => void,
  reopen: (() => void) | undefined,
): { leave: () => void; question: ReactNode } {
  const [loss, setLoss] = useState<string>()
  const end = (isKept: boolean): void => {
    close()
    if (isKept) toast.offer('已存草稿', reopen && { label: '继续填写', run: reopen })
  }
  const leave = (): void => {
    const { standing, isKept } = park()
    const lost = losses[standing]
    if (lost === undefined) end(isKept)
    else setLoss(lost)
  }
  const stay = (): void => setLoss(undefined)
  const question = (
    <Modal
      open={loss !== undefined}
      title="有内容不能存为草稿"
      width={420}
      onCancel={stay}
      footer={[
        <Button key="leave" danger onClick={() => end(park().isKept)}>
          放弃
        </Button>,
        <Button key="stay" type="primary" onClick={stay}>
          留下
        </Button>,
      ]}
    >
      {loss}
    </Modal>
  )
  return { leave, question }
}
