// The camera's own notes of receipt photos, for whoever judges time and place.
import type { FileRef } from '@yunshu/contract/files'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { nothingText } from '../../ui/Figures.tsx'

const side = (degrees: number, more: string, less: string): string =>
  `${degrees < 0 ? less : more} ${Math.abs(degrees).toFixed(5)}°`

/** A line for each photo that has notes; nothing where there are none, or the person is no judge. */
export function PhotoNotes({ files }: { files: readonly FileRef[] }) {
  const noted = files.filter(file => file.taken !== undefined)
  if (noted.length === 0) return null
  return (
    <ul className="wb-photo-notes">
      {noted.map(({ id, name, taken: { at, place } = {} }) => (
        <li key={id}>
          {name}：拍摄时间 {at === undefined ? nothingText : formatDateTime(at)}，拍摄地点{' '}
          {place === undefined ? nothingText : `${side(place.lat, '北纬', '南纬')}，${side(place.lng, '东经', '西经')}`}
          <span className="ys-weak">（照片自带信息，仅供参考）</span>
        </li>
      ))}
    </ul>
  )
}
