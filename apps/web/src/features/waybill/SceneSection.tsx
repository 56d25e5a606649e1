// Photos of what happened on the way, and the place to add some.
import { staleAfter } from '@yunshu/contract/topics'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { addWaybillFiles } from '@yunshu/contract/waybill/life'
import { useSend } from '../../lib/useCall.ts'
import { PhotosSection } from '../../ui/PhotosSection.tsx'

export function SceneSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const { submit, isBusy } = useSend(addWaybillFiles, { quiet: true, invalidates: staleAfter('waybill') })
  return (
    <PhotosSection
      title="现场照片"
      files={waybill.files.filter(({ category }) => category === 'scene')}
      canAdd={waybill.acts.includes('addFiles')}
      what="途中事故、货损、堵路等现场照片"
      isBusy={isBusy}
      onReload={onReload}
      onSend={options => submit({ id: waybill.id, version: waybill.version }, options)}
    />
  )
}
