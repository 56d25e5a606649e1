// Photos a terminal sent: when, where and why each was made; its bytes are asked for when somebody wants to see them.
import { pageMax } from '@yunshu/contract/fields'
import {
  getTerminalPhoto,
  listTerminalCommands,
  listTerminalPhotos,
  type TerminalPhotoRow,
} from '@yunshu/contract/terminal/command'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { fileSize } from '../../lib/fileSize.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { EmptySection, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

/** Photos shown at first. */
const firstMost = 12
/** A photo that was ordered is waited for so long, and asked for so often. */
const awaitedMs = 3 * 60_000,
  askAgainMs = 3000

export function PhotosSection({ id }: { id: string }) {
  const [shownMost, setShownMost] = useState(firstMost)
  const { data, error, refetch } = useCall(listTerminalPhotos, { id, limit: shownMost }, { quiet: true })
  // the photo comes behind the answer to its order
  const orders = useCall(listTerminalCommands, { id, limit: 20 }, { quiet: true })
  const ordered = orders.data?.rows.find(
    ({ kind, state }) => kind === 'photo' && (state === 'sent' || state === 'done'),
  )
  const since = ordered?.sentAt ?? 0
  const isAwaited = serverNow() - since < awaitedMs && data?.rows.some(({ receivedAt }) => receivedAt >= since) !== true
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setInterval(() => void refetch(), askAgainMs)
    return () => clearInterval(timer)
  }, [isAwaited, refetch])
  if (data?.rows.length === 0) return <EmptySection title="照片" text="还没有照片：下发拍照后显示在这里" />
  return (
    <Section title="照片">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : (
        <ul className="tm-photos">
          {data.rows.map(photo => (
            <Photo key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      {data?.next !== undefined && shownMost < pageMax && (
        <Button size="small" onClick={() => setShownMost(pageMax)}>
          显示更早的照片
        </Button>
      )}
    </Section>
  )
}

function Photo({ photo }: { photo: TerminalPhotoRow }) {
  const [shown, setShown] = useState<string>()
  const file = useSend(getTerminalPhoto)
  useEffect(() => () => (shown === undefined ? undefined : URL.revokeObjectURL(shown)), [shown])
  const name = `终端照片_${photo.sha256.slice(0, 8)}.${photo.format === 'TIF' ? 'tif' : 'bin'}`
  return (
    <li>
      {shown !== undefined && <img src={shown} alt={`通道 ${photo.channel} 的照片`} />}
      <div>
        <Time value={photo.at ?? photo.receivedAt} whole />
      </div>
      <div className="ys-weak">
        通道 {photo.channel} · {photo.event} · {fileSize(photo.bytes)}
        {photo.place !== undefined && ` · ${photo.place}`}
        {photo.isWithheld && ' · 不在可查看的时段'}
      </div>
      {!photo.isWithheld && (
        <Button
          size="small"
          loading={file.isBusy}
          onClick={() =>
            void file.run({ id: photo.id }).then(blob => {
              if (!blob) return
              if (photo.format === 'JPEG') setShown(URL.createObjectURL(blob))
              else saveFile(blob, name)
            })
          }
        >
          {photo.format === 'JPEG' ? '查看' : '下载'}
        </Button>
      )}
    </li>
  )
}
