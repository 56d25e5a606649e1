// Stored files of a waybill as small pictures that open large; papers that are no pictures open in a window.
import { FilePdfOutlined } from '@ant-design/icons'
import type { FileRef } from '@yunshu/contract/waybill'
import { formatDateTime } from '@yunshu/domain/time'
import { Image } from 'antd'

const isPicture = (file: FileRef): boolean => file.mime.startsWith('image/')

/** Pictures are turned, zoomed and walked through as one group. */
export function FilePhotos({ files }: { files: readonly FileRef[] }) {
  const note = (file: FileRef): string => `${file.name}，${file.uploadedBy} ${formatDateTime(file.uploadedAt)} 上传`
  return (
    <Image.PreviewGroup>
      <ul className="wb-photos">
        {files.map((file) => (
          <li key={file.id} title={note(file)}>
            {isPicture(file)
              ? <Image src={file.url} alt={`回单照片 ${note(file)}`} width={112} height={112} />
              : <a className="wb-paper" href={file.url} target="_blank" rel="noreferrer"><FilePdfOutlined aria-hidden="true" /><span>{file.name}</span></a>}
          </li>
        ))}
      </ul>
    </Image.PreviewGroup>
  )
}
