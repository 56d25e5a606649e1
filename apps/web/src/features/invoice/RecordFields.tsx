// The number, the day and the file of an invoice that stands on the tax platform, written down by hand: blue or red.
import { invoiceNumber } from '@yunshu/domain/invoice/invoice'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'

/** The number and the day as they are typed. */
export interface RecordTyped {
  readonly number: string
  readonly day: number
}

/** True where the number can be one and the file is there. */
export const isRecordReady = ({ number }: RecordTyped, files: readonly File[]): boolean =>
  invoiceNumber.test(number.trim()) && files.length > 0

interface RecordFieldsProps {
  /** 发票 or 红票. */
  what: string
  typed: RecordTyped
  onType: (next: Partial<RecordTyped>) => void
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
}

/** The day decides the month of the books; the file is what the second person looks at. */
export function RecordFields({ what, typed, onType, files, onFiles }: RecordFieldsProps) {
  return (
    <>
      <DialogField label={`${what}号码`} isRequired takesFocus>
        {field => (
          <TextInput
            id={field}
            max={20}
            placeholder="20 位数字"
            value={typed.number}
            onChange={next => onType({ number: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
      <DialogField label="开票日期" isRequired>
        {field => (
          <DateInput
            id={field}
            value={typed.day}
            onChange={next => onType({ day: typeof next === 'number' ? next : typed.day })}
          />
        )}
      </DialogField>
      <FilePick label={`${what}文件`} files={files} onChange={onFiles} isRequired />
    </>
  )
}
