// Stored files of a record as small pictures that open large; papers that are no pictures open in a window.
import { FilePdfOutlined } from '@ant-design/icons'
import type { FileRef } from '@yunshu/contract/files'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { lazy, Suspense, useState } from 'react'
import './filePhotos.css'

const PhotoViewer = lazy(async () => ({ default: (await import('./PhotoViewer.tsx')).PhotoViewer }))

const isPicture = (file: FileRef): boolean => file.mime.startsWith('image/')

/** The caption of a picture: its name, its sender and the time. */
const noteOf = (file: FileRef): string => `${file.name}，${file.uploadedBy} ${formatDateTime(file.uploadedAt)} 上传`

interface FilePhotosProps {
  files: readonly FileRef[]
  /** At a size at which a paper can be read, where it is judged. */
  isLarge?: boolean
}

/** Pictures are walked through as one group. */
export function FilePhotos({ files, isLarge = false }: FilePhotosProps) {
  const [shown, setShown] = useState<number>()
  const pictures = files.filter(isPicture)
  return (
    <>
      <ul className={isLarge ? 'ys-photos ys-photos-large' : 'ys-photos'}>
        {files.map(file => (
          <li key={file.id} title={noteOf(file)}>
            {isPicture(file) ? (
              <button
                type="button"
                className="ys-photo"
                aria-label={`查看大图 ${noteOf(file)}`}
                onClick={() => setShown(pictures.indexOf(file))}
              >
                <img src={file.url} alt="" width={112} height={112} loading="lazy" />
              </button>
            ) : (
              <a className="ys-paper" href={file.url} target="_blank" rel="noreferrer">
                <FilePdfOutlined aria-hidden="true" />
                <span>{file.name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <PhotoViewer
            pictures={pictures.map(file => ({ url: file.url, note: noteOf(file) }))}
            index={shown}
            onIndex={setShown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
