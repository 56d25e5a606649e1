// The bank's number and day of money that left, as a person reads them from its slip.
import { remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { DayPicker } from '../../ui/fields/pickers.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'

export interface BankWord {
  readonly bankSerial: string
  readonly bankDay: number | undefined
}
export const noBankWord: BankWord = { bankSerial: '', bankDay: undefined }

/** True once both are there. */
export const isBankWord = ({ bankSerial, bankDay }: BankWord): boolean =>
  bankSerial.trim() !== '' && bankDay !== undefined

/** The fields of a call that carry them; without money that left there are none. */
export const saidOf = ({ bankSerial, bankDay }: BankWord) => ({
  bankSerial: bankSerial.trim(),
  ...(bankDay === undefined ? {} : { bankDay }),
})

export const BankWordFields = ({ word, onChange }: { word: BankWord; onChange: (next: Partial<BankWord>) => void }) => (
  <>
    <DialogField label="银行流水号" isRequired>
      {id => (
        <TextInput
          id={id}
          max={remittanceSerialMax}
          value={word.bankSerial}
          onChange={next => onChange({ bankSerial: typeof next === 'string' ? next : '' })}
        />
      )}
    </DialogField>
    <DialogField label="银行记账日期" isRequired>
      {id => (
        <DayPicker
          id={id}
          value={word.bankDay}
          onChange={next => onChange({ bankDay: typeof next === 'number' ? next : undefined })}
        />
      )}
    </DialogField>
  </>
)
