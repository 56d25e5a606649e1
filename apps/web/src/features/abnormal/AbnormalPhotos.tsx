// Photos beside an abnormal position, and the place to add some.
import { addAbnormalPhotos } from '@yunshu/contract/abnormal/abnormal'
import type { FileRef } from '@yunshu/contract/files'
import { staleAfter } from '@yunshu/contract/topics'
import { lazy, Suspense } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Skeleton } from '../../ui/States.tsx'

const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))
const invalidates = staleAfter('abnormal')

interface AbnormalPhotosProps {
  readonly id: string
  readonly files: readonly FileRef[]
  readonly canAdd: boolean
}

export function AbnormalPhotos({ id, files, canAdd }: AbnormalPhotosProps) {
  const { submit, isBusy } = useSend(addAbnormalPhotos, { quiet: true, invalidates })
  if (files.length === 0 && !canAdd) return null
  return (
    <Section title="照片">
      {files.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      )}
      {canAdd && (
        <FileDrop
          what="终端、线束、车辆位置等照片"
          isBusy={isBusy}
          onReload={() => void refreshStale(invalidates)}
          onSend={options => submit({ id }, options)}
          done={count => toast.success(`已上传 ${count} 个文件`)}
        />
      )}
    </Section>
  )
}
