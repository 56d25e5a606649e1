// The code a phone scans to hand this receipt in: it lives as long as its dialog is open, ten minutes at most.
import { publicScreens } from '@yunshu/contract/publicScreens'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { closeReceiptLink, openReceiptLink } from '@yunshu/contract/waybill/receiptLink'
import type { Output } from '@yunshu/contract/call'
import { receiptLinkLimits, receiptLinkMark } from '@yunshu/domain/waybill/receiptLink'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useSecond } from '../../lib/clock.ts'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'

type Link = Output<typeof openReceiptLink>

const end = ({ linkId }: Link): void =>
  // a link that cannot be ended ends by itself
  void send(closeReceiptLink, { linkId }, { quiet: true }).catch(() => undefined)

/** `waybill` is the record as it stands: photos of the phone appear in it by push. */
export function ReceiptLink({ waybill, onClose }: { waybill: WaybillDetail; onClose: () => void }) {
  const { link, fault, again } = useLink(waybill.id)
  const papers = waybill.files.filter(({ category }) => category === 'receipt').length
  const [before] = useState(papers)
  const received = papers - before
  return (
    <Modal
      open
      title="手机扫码上传回单"
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      }
      width={360}
    >
      <WriteFault error={fault} onReload={again} />
      {link === undefined && fault === undefined && <Skeleton lines={4} />}
      {link && <Scan link={link} onAgain={again} />}
      <output className="wb-received">{received > 0 ? `已收到 ${received} 个文件，见回单卡片` : ''}</output>
    </Modal>
  )
}

interface Opened {
  readonly attempt: number
  readonly link?: Link
  readonly fault?: Refusal | Failure | undefined
}

/** A link that lives as long as its caller is on the screen; `again` makes another. */
function useLink(id: string) {
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isOver = false
    let made: Link | undefined
    send(openReceiptLink, { id }, { quiet: true }).then(
      link => {
        if (isOver) return end(link)
        made = link
        return setOpened({ attempt, link })
      },
      (error: unknown) => {
        if (!isOver) setOpened({ attempt, fault: faultOfWrite(error) })
      },
    )
    return () => {
      isOver = true
      if (made) end(made)
    }
  }, [id, attempt])
  const now = opened?.attempt === attempt ? opened : undefined
  return { link: now?.link, fault: now?.fault, again: () => setAttempt(attempt + 1) }
}

function Scan({ link: { code, until }, onAgain }: { link: Link; onAgain: () => void }) {
  const isOver = useSecond() >= until
  if (isOver)
    return (
      <p>
        二维码已过期。 <Button onClick={onAgain}>重新生成</Button>
      </p>
    )
  return (
    <div className="wb-scan">
      <QrCode
        text={`${location.origin}${publicScreens.shareDownload}${receiptLinkMark}${code}`}
        label="上传回单的二维码"
        size={216}
      />
      <p className="ys-weak">
        用手机相机或微信扫一扫，拍照后自动出现在本页，手机上不用登录。最多 {receiptLinkLimits.photos} 张，
        <Countdown until={until} />
        后失效，关闭本窗口即失效。
      </p>
    </div>
  )
}
