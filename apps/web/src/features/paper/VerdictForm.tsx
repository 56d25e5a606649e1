// The verdict of whoever checked a waybill, with a name and a number to call.
import { giveVerdict } from '@yunshu/contract/waybill/paper'
import { checkVerdicts, type CheckVerdict } from '@yunshu/domain/waybill/paper'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { useState } from 'react'
import type { FieldFaults } from '../../lib/errors.ts'
import { PlainForm, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { usePlainForm, type PlainForm as PlainFormState } from '../../ui/plain/usePlainForm.ts'

const rows: readonly PlainRow[] = [
  { name: 'name', label: '姓名', max: 30, autoComplete: 'name' },
  { name: 'mobile', label: '手机号', max: 11, autoComplete: 'tel', inputMode: 'tel', hint: '只用于平台财务与您核实' },
  { name: 'remark', label: '说明', max: 200, hint: '有疑问时请写明哪一项不符（选填）' },
]

const verdicts = Object.keys(checkVerdicts) as CheckVerdict[]
const chosenIn = (text: PlainFormState['text']): CheckVerdict | undefined =>
  verdicts.find(key => key === text('verdict'))

/** `pair` proves once more which waybill it is about. */
export function VerdictForm({ pair }: { pair: { readonly waybillNo: string; readonly checkCode: string } }) {
  const [isDone, setDone] = useState(false)
  const form = usePlainForm({
    call: giveVerdict,
    read: text => ({
      ...pair,
      verdict: chosenIn(text) ?? 'doubtful',
      name: text('name').trim(),
      mobile: tidyNumber(text('mobile')),
      remark: text('remark').trim(),
    }),
    lacks: (text): FieldFaults => (chosenIn(text) === undefined ? { verdict: '请选择核验意见' } : {}),
    onDone: () => setDone(true),
  })
  const verdict = chosenIn(form.text)
  if (isDone && verdict !== undefined)
    return (
      <section aria-label="核验意见">
        <output>
          已提交“{checkVerdicts[verdict].label}”，平台和货主的财务会看到。
          {verdict === 'doubtful' && '有需要时会打您留下的电话。'}
        </output>
      </section>
    )
  return (
    <section className="pp-verdict">
      <PlainForm form={form} title="核验意见" act="提交意见">
        <Verdicts form={form} chosen={verdict} />
        <PlainRows form={form} rows={rows} />
      </PlainForm>
    </section>
  )
}

/** Nothing is chosen before the checker chooses. */
function Verdicts({ form, chosen }: { form: PlainFormState; chosen: CheckVerdict | undefined }) {
  const fault = form.faults['verdict']
  return (
    <>
      <fieldset
        className="pp-verdicts"
        role="radiogroup"
        tabIndex={-1}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : 'pp-verdict-fault'}
      >
        <legend className="visually-hidden">核验意见</legend>
        {verdicts.map(key => (
          <label key={key}>
            <input type="radio" name="verdict" checked={chosen === key} onChange={() => form.put('verdict', key)} />
            {checkVerdicts[key].label}
          </label>
        ))}
      </fieldset>
      {fault !== undefined && (
        <p id="pp-verdict-fault" className="plain-field-fault">
          {fault}
        </p>
      )}
    </>
  )
}
