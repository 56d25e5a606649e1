// The papers of a waybill at reading size: receipt, weighings and scenes, one after the other.
import type { FileRef } from '@yunshu/contract/files'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { poundPlaces } from '@yunshu/domain/waybill/pound'
import { PhotoStage } from '../../ui/PhotoStage.tsx'
import { useState } from 'react'

/** A file with what it shows: 卸货磅单. */
export interface Paper {
  readonly word: string
  readonly file: FileRef
}

const words = { receipt: '回单', scene: '现场' } as const

/** The receipt first, then what was weighed last, then the scenes. */
export function papersOf({ files, tickets }: Pick<WaybillDetail, 'files' | 'tickets'>): Paper[] {
  const of = (category: keyof typeof words): Paper[] =>
    files.filter(file => file.category === category).map(file => ({ word: words[category], file }))
  const weighed = tickets.flatMap(({ place, files: own }) =>
    own.map(file => ({ word: `${poundPlaces[place]}磅单`, file })),
  )
  return [...of('receipt'), ...weighed, ...of('scene')]
}

/** Pictures one at a time; papers that are none open in a window of their own. */
export function WaybillPhotos({ papers }: { papers: readonly Paper[] }) {
  const [index, setIndex] = useState(0)
  const pictures = papers.filter(({ file }) => file.mime.startsWith('image/'))
  const others = papers.filter(paper => !pictures.includes(paper))
  return (
    <div>
      {pictures.length > 0 && (
        <PhotoStage
          pictures={pictures.map(({ word, file }) => ({ id: file.id, url: file.url, note: word, name: file.name }))}
          index={Math.min(index, pictures.length - 1)}
          onIndex={setIndex}
        />
      )}
      {others.map(({ word, file }) => (
        <p key={file.id}>
          {word}：
          <a className="ys-link" href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        </p>
      ))}
    </div>
  )
}
