// Shows the poster of a link and hands it over as a picture.
import type { PublicGoods, Share } from '@yunshu/contract/share'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { toast } from '../../lib/toast.ts'
import { Poster } from './Poster.tsx'
import { posterPicture } from './posterPicture.ts'

interface Props {
  goods: PublicGoods
  share: Share
  address: string
  onClose: () => void
}

/** The picture is drawn by the browser itself: nothing is sent anywhere. */
export function PosterDialog({ goods, share, address, onClose }: Props) {
  const drawing = useRef<SVGSVGElement>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (!drawing.current) return
    setBusy(true)
    try {
      saveFile(await posterPicture(drawing.current), `货源海报-${goods.goodsNo}.png`)
    } catch (error) {
      console.error('the poster could not be drawn', error)
      toast.error('海报生成失败，请截图保存')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={`海报 ${goods.goodsNo}`}
      width={460}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => void copyText(address)}>
          复制链接
        </Button>,
        <Button key="save" type="primary" loading={isBusy} onClick={() => void save()}>
          下载海报
        </Button>,
      ]}
    >
      <div className="sh-poster">
        <Poster ref={drawing} goods={goods} share={share} address={address} />
      </div>
    </Modal>
  )
}
