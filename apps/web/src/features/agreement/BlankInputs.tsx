// The blanks of a template as inputs of one form field.
import { agreementLimits } from '@yunshu/domain/agreement/agreement'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'
import './agreement.css'

type Values = Readonly<Record<string, string>>

/** Value and change are the form's. */
export function BlankInputs({
  blanks,
  value = {},
  onChange,
}: {
  blanks: readonly string[]
  value?: Values
  onChange?: (values: Values) => void
}) {
  if (blanks.length === 0) return <span className="ys-weak">没有需要填写的内容</span>
  return (
    <div className="ag-blanks">
      {blanks.map(name => (
        <DialogField key={name} label={name} isRequired>
          {id => (
            <TextInput
              id={id}
              max={agreementLimits.valueMax}
              value={value[name] ?? ''}
              onChange={next => onChange?.({ ...value, [name]: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      ))}
    </div>
  )
}
