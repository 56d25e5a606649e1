// The bar under the choice of waybills: what it comes to, a remark, and the button that makes the sheet.
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { makeSettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { Button, Input } from 'antd'
import { use, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useDirty } from '../../lib/dirty.ts'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { ChoiceContext, useChosenRows } from './makeChoice.ts'
import { mixedFault, totalsOf } from './pick.ts'
import { settlementUrl } from './settlementColumns.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'

/** Follows every tick; stays with what was typed when the server refuses. */
export function MakeBar() {
  const store = use(ChoiceContext)
  const chosen = useChosenRows()
  const { typed, type, draft } = useTyped(
    { call: makeSettlement, fixed: {}, title: '生成结算单', isPage: true },
    { remark: '' },
  )
  const { remark } = typed
  const [fault, setFault] = useState<Refusal | Failure>()
  const navigate = useNavigate()
  const { submit, isBusy } = useSend(makeSettlement, { quiet: true, invalidates: sheetCalls })
  const hand = useSend(submitSettlement, { invalidates: sheetCalls })
  const canSubmit = useCan('settlement.submit')
  useDirty(chosen.length > 0)
  // thousands are not added up again for each letter of the remark
  const totals = useMemo(() => totalsOf(chosen), [chosen])
  const mixed = useMemo(() => mixedFault(chosen), [chosen])
  const make = async (isHanded: boolean): Promise<void> => {
    setFault(undefined)
    try {
      const { settlementNum, version } = await submit({
        partIds: chosen.map(({ partId }) => partId),
        ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
      })
      // the dirty mark is cleared before the tab is hidden: React runs no effects afterwards
      flushSync(() => {
        store.setState({ chosen: [] })
        type({ remark: '' })
      })
      toast.success(`已生成结算单 ${settlementNum}`)
      void navigate(settlementUrl(settlementNum))
      // a refusal is told over the draft, which offers the same step
      if (isHanded) await hand.run({ settlementNum, version })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const isOff = chosen.length === 0 || mixed !== undefined || isBusy
  const reload = (): void => {
    setFault(undefined)
    void refreshCalls([listSettleable.path])
  }
  return (
    <section className="st-make" aria-label="结算合计">
      {draft.notice}
      <WriteFault error={fault} onReload={reload} />
      <Totals totals={totals} />
      {totals.carriedOut > 0 && (
        <p className="ys-weak">
          扣款、油卡与前欠超出应付：本单不付款，超出部分记为承运商欠款，在其下一张结算单中抵扣。
        </p>
      )}
      {mixed && (
        <p className="ys-fault" role="alert">
          {mixed}
        </p>
      )}
      <div className="st-make-act">
        <Input
          aria-label="备注"
          placeholder="备注（选填，最多 200 字）"
          maxLength={200}
          value={remark}
          onChange={event => type({ remark: event.target.value })}
        />
        {chosen.length > 0 && <Button onClick={() => store.setState({ chosen: [] })}>清空选择</Button>}
        {canSubmit && (
          <Button disabled={isOff} onClick={() => void make(true)}>
            生成并提交审核
          </Button>
        )}
        <Button type="primary" loading={isBusy} disabled={isOff} onClick={() => void make(false)}>
          生成结算单
        </Button>
      </div>
    </section>
  )
}

function Totals({ totals }: { totals: ReturnType<typeof totalsOf> }) {
  return (
    <dl className="st-sums" aria-live="polite">
      <div>
        <dt>已选</dt>
        <dd>{totals.count} 行</dd>
      </div>
      <div>
        <dt>应付(元)</dt>
        <dd>
          <Money value={totals.payable} />
        </dd>
      </div>
      <div>
        <dt>油卡(元)</dt>
        <dd>
          <Money value={totals.oil} />
        </dd>
      </div>
      {totals.advanced > 0 && (
        <div>
          <dt>已预付(元)</dt>
          <dd>
            <Money value={totals.advanced} />
          </dd>
        </div>
      )}
      <div>
        <dt>扣款(元)</dt>
        <dd>
          <Money value={totals.deducted} />
        </dd>
      </div>
      {totals.carriedIn > 0 && (
        <div>
          <dt>抵扣前欠(元)</dt>
          <dd>
            <Money value={totals.carriedIn} />
          </dd>
        </div>
      )}
      <div>
        <dt>实付(元)</dt>
        <dd>
          <Money value={totals.due} strong />
        </dd>
      </div>
      {totals.carriedOut > 0 && (
        <div>
          <dt>转欠款(元)</dt>
          <dd>
            <Money value={totals.carriedOut} />
          </dd>
        </div>
      )}
      <div className="st-words">
        <dt>大写</dt>
        <dd>{moneyInWords(totals.due)}</dd>
      </div>
    </dl>
  )
}
