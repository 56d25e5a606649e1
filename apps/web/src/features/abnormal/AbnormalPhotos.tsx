// Photos beside an abnormal position, and the place to add some.
import { addAbnormalPhotos } from '@yunshu/contract/abnormal/abnormal'
import type { FileRef } from '@yunshu/contract/files'
import { staleAfter } from '@yunshu/contract/topics'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { PhotosSection } from '../../ui/PhotosSection.tsx'

const invalidates = staleAfter('abnormal')

interface AbnormalPhotosProps {
  readonly id: string
  readonly files: readonly FileRef[]
  readonly canAdd: boolean
}

export function AbnormalPhotos({ id, files, canAdd }: AbnormalPhotosProps) {
  const { submit, isBusy } = useSend(addAbnormalPhotos, { quiet: true, invalidates })
  return (
    <PhotosSection
      title="照片"
      files={files}
      canAdd={canAdd}
      what="终端、线束、车辆位置等照片"
      isBusy={isBusy}
      onReload={() => void refreshStale(invalidates)}
      onSend={options => submit({ id }, options)}
    />
  )
}
