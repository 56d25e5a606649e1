// Files chosen beside the fields of a form: they travel with it, and stay chosen while a refused form is mended.
import { PaperClipOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { FileButtons } from './FileButtons.tsx'
import { photoFault } from './photoFaults.ts'
import './filePhotos.css'

interface FilePickProps {
  label: string
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** Marks the label: without a file the form is refused. */
  isRequired?: boolean
}

/** Adds to what was chosen before; each file can be taken out again. */
export function FilePick({ label, files, onChange, isRequired = false }: FilePickProps) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const add = (chosen: readonly File[]): void => {
    const all = [...files, ...chosen]
    const wrong = chosen.length === 0 ? undefined : photoFault(all)
    setFault(wrong)
    if (wrong === undefined) onChange(all)
  }
  return (
    <div className="ys-field ys-pick-files">
      <label htmlFor={id}>
        {label}
        {isRequired && <span className="ys-fault">（必传）</span>}
      </label>
      <div>
        <FileButtons
          id={id}
          icon={<PaperClipOutlined aria-hidden="true" />}
          faultId={fault === undefined ? undefined : `${id}-fault`}
          onChoose={add}
        />
        <span className="ys-weak"> 支持 jpg、png、webp、pdf</span>
        {fault !== undefined && (
          <p id={`${id}-fault`} className="ys-fault" role="alert">
            {fault}
          </p>
        )}
        <ul>
          {files.map((file, n) => (
            <li key={`${file.name}${n}`}>
              {file.name}{' '}
              <Button
                type="link"
                size="small"
                danger
                aria-label={`移除 ${file.name}`}
                onClick={() => onChange(files.filter((_, index) => index !== n))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
