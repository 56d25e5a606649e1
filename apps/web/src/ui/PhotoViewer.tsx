// One picture large, in a window over the page.
import { Modal } from 'antd'
import { PhotoStage, type Picture } from './PhotoStage.tsx'

interface PhotoViewerProps {
  pictures: readonly Picture[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

export function PhotoViewer({ pictures, index, onIndex, onClose }: PhotoViewerProps) {
  const picture = pictures[index]
  if (picture === undefined) return null
  return (
    <Modal open title={picture.note} width="min(960px, 96vw)" footer={null} onCancel={onClose} centered>
      <PhotoStage pictures={pictures} index={index} onIndex={onIndex} />
    </Modal>
  )
}
