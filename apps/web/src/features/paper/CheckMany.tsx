// The check of several waybills at once: pasted pairs, and what each of them came to.
import { checkWaybills, type CheckedPair } from '@yunshu/contract/waybill/paper'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import { checksAtOnce, readPairs } from '@yunshu/domain/waybill/paper'
import { receiptStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { useState } from 'react'
import { PublicFact } from '../../parts/public/PublicFrame.tsx'
import { PlainForm, PlainRows, type PlainRow } from '../../ui/plain/PlainForm.tsx'
import { usePlainForm, type PlainForm as Form } from '../../ui/plain/usePlainForm.ts'

const rows: readonly PlainRow[] = [
  { name: 'pairs', label: '运单号和校验码', max: 1200, lines: 8, hint: '一行一张：运单号、空格、6 位校验码' },
]

/** The fault of a line of the pasted text, told at the field that holds them all. */
function withLines(form: Form): Form {
  const [path, fault] = Object.entries(form.faults).find(([name]) => name.startsWith('pairs.')) ?? []
  if (path === undefined || fault === undefined) return form
  const line = Number(path.split('.')[1]) + 1
  return { ...form, faults: { pairs: `第 ${line} 张：${path.endsWith('checkCode') ? '校验码' : '运单号'}${fault}` } }
}

interface CheckManyProps {
  /** The pairs to begin with, as they were pasted. */
  pasted: string
  /** Leads back to the check of one. */
  onOne: () => void
}

export function CheckMany({ pasted, onOne }: CheckManyProps) {
  const [found, setFound] = useState<readonly CheckedPair[]>()
  const form = usePlainForm({
    call: checkWaybills,
    initial: { pairs: pasted },
    read: text => ({
      pairs: readPairs(text('pairs')).map(({ waybillNo, checkCode }) => ({
        waybillNo: tidyNumber(waybillNo),
        checkCode: tidyNumber(checkCode),
      })),
    }),
    onDone: answer => setFound(answer.rows),
  })
  if (found !== undefined) return <Found found={found} onAgain={() => setFound(undefined)} />
  return (
    <div className="pg-sheet pp-check">
      <PlainForm
        form={withLines(form)}
        title="核验多张运单"
        act="核验"
        other={
          <button type="button" className="plain-button" onClick={onOne}>
            只核验一张
          </button>
        }
      >
        <p className="pg-weak">一次最多 {checksAtOnce} 张。同一张输错 5 次需等 30 分钟。</p>
        <PlainRows form={withLines(form)} rows={rows} />
      </PlainForm>
    </div>
  )
}

const standingOf = ({ waybill, isLocked = false }: CheckedPair): string =>
  waybill ? waybillStates.states[waybill.state].label : isLocked ? '输错太多，请稍后再试' : '运单号与校验码不符'

function Found({ found, onAgain }: { found: readonly CheckedPair[]; onAgain: () => void }) {
  const right = found.filter(({ waybill }) => waybill !== undefined).length
  return (
    <article className="pg-sheet">
      <section className="pg-head" aria-label="核验结果">
        <h1>
          {found.length} 张中 {right} 张相符
        </h1>
        <p className="pg-weak">
          {right === 0
            ? '请核对运单号和校验码，或向出具方核实。'
            : '相符的运单由本平台出具。请与纸质运单逐项核对，车牌和司机只显示部分。'}
        </p>
      </section>
      {found.map((pair, n) => (
        <section key={`${n} ${pair.waybillNo}`} aria-label={`运单 ${pair.waybillNo}`}>
          <h2>{pair.waybillNo}</h2>
          <dl className="pg-facts">
            <PublicFact name="结果">
              {pair.waybill ? standingOf(pair) : <strong className="pp-wrong">{standingOf(pair)}</strong>}
            </PublicFact>
            {pair.waybill && (
              <>
                <PublicFact name="托运人">{pair.waybill.shipperName}</PublicFact>
                <PublicFact name="承运人">{pair.waybill.carrierName}</PublicFact>
                <PublicFact name="路线">{pair.waybill.route}</PublicFact>
                <PublicFact name="货物">{pair.waybill.itemNames}</PublicFact>
                <PublicFact name="车牌号">{pair.waybill.plate}</PublicFact>
                <PublicFact name="回单">{receiptStates.states[pair.waybill.receiptState].label}</PublicFact>
              </>
            )}
          </dl>
        </section>
      ))}
      <section className="pp-again">
        <button type="button" className="plain-button" onClick={onAgain}>
          继续核验
        </button>
      </section>
    </article>
  )
}
