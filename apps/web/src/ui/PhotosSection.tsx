// Photos and papers of a record, and the place to add some.
import type { FileRef } from '@yunshu/contract/files'
import { lazy, Suspense, type ComponentProps } from 'react'
import { toast } from '../lib/toast.ts'
import { Section } from './Facts.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Skeleton } from './States.tsx'

const FilePhotos = lazy(async () => ({ default: (await import('./FilePhotos.tsx')).FilePhotos }))

interface PhotosSectionProps extends Pick<ComponentProps<typeof FileDrop>, 'what' | 'isBusy' | 'onReload' | 'onSend'> {
  readonly title: string
  readonly files: readonly FileRef[]
  readonly canAdd: boolean
}

/** Nothing where there are none and nobody may add one. */
export function PhotosSection({ title, files, canAdd, ...drop }: PhotosSectionProps) {
  if (files.length === 0 && !canAdd) return null
  return (
    <Section title={title}>
      {files.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      )}
      {canAdd && <FileDrop {...drop} done={count => toast.success(`已上传 ${count} 个文件`)} />}
    </Section>
  )
}
