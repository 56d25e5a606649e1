// The buttons that choose files: one where there is a mouse; the camera and the album where a thumb presses.
import { Button } from 'antd'
import { useRef, type ReactNode } from 'react'
import { useTouch } from '../lib/useMobile.ts'
import { photoTypes } from './photoFaults.ts'
import './filePhotos.css'

interface FileButtonsProps {
  /** The id its label names; that of the input which takes any file. */
  id: string
  onChoose: (files: readonly File[]) => void
  disabled?: boolean
  icon?: ReactNode
  /** Id of the words of a fault. */
  faultId?: string | undefined
}

export function FileButtons({ id, onChoose, disabled = false, icon, faultId }: FileButtonsProps) {
  const isTouch = useTouch()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const shared = {
    className: 'ys-file',
    type: 'file',
    disabled,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      onChoose([...(target.files ?? [])])
      target.value = ''
    },
  }
  return (
    <>
      {isTouch && (
        <>
          <Button type="primary" disabled={disabled} onClick={() => camera.current?.click()}>
            拍照
          </Button>
          <input {...shared} ref={camera} hidden accept="image/*" capture="environment" />
        </>
      )}
      <Button icon={icon} disabled={disabled} onClick={() => album.current?.click()}>
        {isTouch ? '从相册选择' : '选择文件'}
      </Button>
      <input
        {...shared}
        ref={album}
        id={id}
        multiple
        accept={photoTypes.join(',')}
        aria-invalid={faultId !== undefined}
        {...(faultId === undefined ? {} : { 'aria-describedby': faultId })}
      />
    </>
  )
}
