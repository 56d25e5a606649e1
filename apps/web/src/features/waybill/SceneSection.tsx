// Photos of what happened on the way, and the place to add some.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { addWaybillFiles } from '@yunshu/contract/waybill/life'
import { lazy, Suspense } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Skeleton } from '../../ui/States.tsx'

const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

export function SceneSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const files = waybill.files.filter(({ category }) => category === 'scene')
  const { submit, isBusy } = useSend(addWaybillFiles, { quiet: true, invalidates: staleAfter('waybill') })
  const canAdd = waybill.acts.includes('addFiles')
  if (files.length === 0 && !canAdd) return null
  return (
    <Section title="现场照片">
      {files.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      )}
      {canAdd && (
        <FileDrop
          what="途中事故、货损、堵路等现场照片"
          isBusy={isBusy}
          onReload={onReload}
          onSend={options => submit({ id: waybill.id, version: waybill.version }, options)}
          done={count => toast.success(`已上传 ${count} 个文件`)}
        />
      )}
    </Section>
  )
}
