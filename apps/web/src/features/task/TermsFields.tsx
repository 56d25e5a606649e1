// Terms for a carrier beside the quantity: the time to answer, whether it may hand the work down, and a remark.
import { Checkbox } from 'antd'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { DialogField } from '../../ui/WriteDialog.tsx'
import { AnswerByInput } from './AnswerByInput.tsx'
import type { Terms } from './useSending.ts'

/** `mayAllow`: false where handing down has to end here. */
export function TermsFields({
  terms,
  fault,
  mayAllow = true,
  onChange,
}: {
  terms: Terms
  fault: string | undefined
  mayAllow?: boolean
  onChange: (next: Terms) => void
}) {
  return (
    <div className="ys-form-grid tk-terms">
      <div>
        <DialogField label="答复时限" isRequired>
          {id => <AnswerByInput id={id} value={terms.answer} onChange={answer => onChange({ ...terms, answer })} />}
        </DialogField>
        {fault !== undefined && (
          <span className="ys-fault" role="alert">
            {fault}
          </span>
        )}
      </div>
      {mayAllow && (
        <DialogField label="对方能否转派">
          {id => (
            <Checkbox
              id={id}
              className="ys-tick"
              checked={terms.mayRelease}
              onChange={({ target }) => onChange({ ...terms, mayRelease: target.checked })}
            >
              允许再转派
            </Checkbox>
          )}
        </DialogField>
      )}
      <div className="ys-wide-item">
        <DialogField label="备注">
          {id => (
            <TextInput
              id={id}
              value={terms.remark}
              onChange={next => onChange({ ...terms, remark: isUnreadable(next) ? '' : (next ?? '') })}
              max={200}
              rows={2}
              placeholder="选填，承运商可见"
            />
          )}
        </DialogField>
      </div>
    </div>
  )
}
