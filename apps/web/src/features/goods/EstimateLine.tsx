// The estimated freight while the form is filled, in figures and in capital numerals.
import { printMoney } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import type { FormInstance } from 'antd'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { estimateGoods } from './publishForm.ts'

export function EstimateLine({ form }: { form: FormInstance }) {
  const { freight, trucks } = useFormPick(form, estimateGoods)
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
