// Slips a record of money was entered by, for whoever reads or confirms it.
import type { FileRef } from '@yunshu/contract/files'
import { lazy, Suspense } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { Skeleton } from '../../ui/States.tsx'

const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

interface SlipFilesProps {
  readonly files: readonly FileRef[]
  /** Made of a line of the bank's file, which is read there. */
  readonly isOfFile?: boolean
}

/** Says so where there is none: whoever confirms looks at the bank instead. */
export function SlipFiles({ files, isOfFile = false }: SlipFilesProps) {
  return (
    <Section title="银行回单">
      {files.length > 0 ? (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
        </Suspense>
      ) : (
        <p className="ys-weak">{isOfFile ? '由银行对账文件补记，以对账文件为据' : '没有上传银行回单，请到银行核对'}</p>
      )}
    </Section>
  )
}
