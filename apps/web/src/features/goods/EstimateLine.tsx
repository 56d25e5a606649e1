// The estimated freight while the form is filled, in figures and in capital numerals.
import { printMoney } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { Form, type FormInstance } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { estimateGoods, type GoodsDraft } from './publishForm.ts'

const none: GoodsDraft = {}

/**
 * The values of the whole form, names of regions among them, which no field shows. They follow a little behind: a
 * character is painted before what is made of it.
 */
export const useDraftValues = (form: FormInstance): GoodsDraft =>
  useDeferredValue((Form.useWatch([], { form, preserve: true }) as GoodsDraft | undefined) ?? none)

export function EstimateLine({ form }: { form: FormInstance }) {
  const values = useDraftValues(form)
  const { freight, trucks } = useMemo(() => estimateGoods(values), [values])
  return (
    <span className="gd-estimate" aria-live="polite">
      <span>
        预估运费{' '}
        {freight === undefined ? (
          <span className="ys-weak">填写数量与单价后显示</span>
        ) : (
          <>
            <strong>{printMoney(freight)}</strong> 元
          </>
        )}
      </span>
      {freight !== undefined && <span className="ys-weak gd-words">{moneyInWords(freight)}</span>}
      {trucks !== undefined && <span className="ys-weak">约 {trucks} 车</span>}
    </span>
  )
}
