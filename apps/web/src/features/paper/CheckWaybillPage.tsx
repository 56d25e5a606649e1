// /public/ZhongzanCheckWaybill: anybody who holds a paper checks by its number and code whether the waybill is ours.
import { checkWaybill, type CheckedWaybill } from '@yunshu/contract/waybill/paper'
import { readCheckFragment, readPairs } from '@yunshu/domain/waybill/paper'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { useState, useSyncExternalStore } from 'react'
import { PublicFrame } from '../../parts/public/PublicFrame.tsx'
import { PlainForm, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { usePlainForm } from '../../ui/plain/usePlainForm.ts'
import { CheckMany } from './CheckMany.tsx'
import { CheckedFacts } from './CheckedFacts.tsx'
import { VerdictForm } from './VerdictForm.tsx'
import './paper.css'

const rows: readonly PlainRow[] = [
  { name: 'waybillNo', label: '运单号', max: 35, hint: '印在运单抬头' },
  { name: 'checkCode', label: '校验码', max: 6, hint: '二维码下方的 6 位数字', inputMode: 'numeric' },
]

/** A code scanned while the page is open changes its fragment alone. */
const followHash = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** Public screen checkWaybill. */
export default function CheckWaybillPage() {
  const fragment = useSyncExternalStore(followHash, () => location.hash)
  return (
    <PublicFrame what="运单核验" title="运单核验">
      <Check key={fragment} fragment={fragment} />
    </PublicFrame>
  )
}

interface Checked {
  readonly waybill: CheckedWaybill
  readonly pair: { readonly waybillNo: string; readonly checkCode: string }
}

function Check({ fragment }: { fragment: string }) {
  const { linkCode, ...initial } = readCheckFragment(fragment)
  const [checked, setChecked] = useState<Checked>()
  // the list that is checked at once, as it was pasted
  const [many, setMany] = useState<string>()
  const form = usePlainForm({
    call: checkWaybill,
    initial,
    read: text => ({
      waybillNo: tidyNumber(text('waybillNo')),
      checkCode: tidyNumber(text('checkCode')),
      ...(linkCode === undefined ? {} : { linkCode }),
    }),
    onDone: waybill =>
      setChecked({
        waybill,
        pair: { waybillNo: waybill.waybillNo, checkCode: tidyNumber(form.text('checkCode')) },
      }),
  })
  const takePasted = (text: string): boolean => {
    const [pair, ...others] = readPairs(text)
    if (others.length > 0) setMany(text)
    else if (pair === undefined || pair.checkCode === '') return false
    else for (const [name, value] of Object.entries(pair)) form.put(name, value)
    return true
  }
  if (many !== undefined) return <CheckMany pasted={many} onOne={() => setMany(undefined)} />
  if (!checked)
    return (
      <div className="pg-sheet pp-check">
        <PlainForm
          form={form}
          title="核验运单真伪"
          act="核验"
          other={
            <button type="button" className="plain-button" onClick={() => setMany('')}>
              核验多张
            </button>
          }
        >
          <p className="pg-weak">输入纸质运单上的运单号和校验码，核对货物、路线和运输进度。输错 5 次需等 30 分钟。</p>
          <PlainRows form={form} rows={rows.map(row => ({ ...row, takePasted }))} />
        </PlainForm>
      </div>
    )
  return (
    <article className="pg-sheet">
      <CheckedFacts waybill={checked.waybill} />
      <VerdictForm pair={checked.pair} />
      <section className="pp-again">
        <button type="button" className="plain-button" onClick={() => setChecked(undefined)}>
          核验另一张
        </button>
      </section>
    </article>
  )
}
