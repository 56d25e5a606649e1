// The foot of the choice of waybills: the number of rows, the sums of the chosen ones, a remark, and the button that makes the sheet.
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import { makeSettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { Button, Input } from 'antd'
import { use, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useDirty } from '../../lib/dirty.ts'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { ChoiceContext, useChosenRows } from './makeChoice.ts'
import { mixedFault, totalsOf } from './pick.ts'
import { settlementUrl } from './settlementColumns.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'

interface MakeBarProps {
  /** The rows that are here, in words. */
  count: string
  isAdvance: boolean
  /** Chooses the rows that are here, as far as they may stand on one sheet; absent where there are none. */
  onAll: (() => void) | undefined
}

/** Follows every tick; stays with what was typed when the server refuses. */
export function MakeBar({ count, isAdvance, onAll }: MakeBarProps) {
  const store = use(ChoiceContext)
  const chosen = useChosenRows()
  const { typed, type, draft } = useTyped(
    { call: makeSettlement, fixed: {}, title: '生成结算单', isPage: true },
    { remark: '' },
  )
  const { remark } = typed
  const fold = useFold()
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
      <Line {...{ count, isAdvance, totals, fold }} />
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
        {(!fold || fold.isOpen || remark !== '') && <Remark value={remark} onChange={next => type({ remark: next })} />}
        {chosen.length > 0 ? (
          <Button onClick={() => store.setState({ chosen: [] })}>清空选择</Button>
        ) : (
          onAll && <Button onClick={onAll}>选中首组</Button>
        )}
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

/** The tap on a phone behind which all waits but the sum to pay and the buttons; undefined where there is room. */
function useFold(): { readonly isOpen: boolean; readonly onToggle: () => void } | undefined {
  const isMobile = useMobile()
  const [isOpen, setOpen] = useState(false)
  return isMobile ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined
}

const Remark = ({ value, onChange }: { value: string; onChange: (next: string) => void }) => (
  <Input
    aria-label="备注"
    placeholder="备注（选填，最多 200 字）"
    maxLength={200}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)

interface LineProps extends Pick<MakeBarProps, 'count' | 'isAdvance'> {
  totals: ReturnType<typeof totalsOf>
  fold: ReturnType<typeof useFold>
}

/** The sums of the chosen rows; while there are none, the rule of the choice. */
const Line = ({ count, isAdvance, totals, fold }: LineProps) => (
  <div className="st-make-line">
    {(totals.count === 0 || !fold) && (
      <span className="ys-list-foot" aria-live="polite">
        {count}
      </span>
    )}
    {totals.count > 0 ? (
      <>
        <Totals totals={totals} isWhole={!fold || fold.isOpen} />
        {fold && (
          <button type="button" className="ys-link" aria-expanded={fold.isOpen} onClick={fold.onToggle}>
            {fold.isOpen ? '收起' : '明细、备注'}
          </button>
        )}
      </>
    ) : (
      <span className="ys-weak">
        {fold
          ? '先勾选，一张单只含同一货主、承运商'
          : isAdvance
            ? '勾选要预付的运单，预付额由签收后的第一张结算单抵扣'
            : '勾选要结算的分期，一张结算单只能包含同一货主、同一承运商的运单'}
      </span>
    )}
  </div>
)

const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Each sum of the sheet in the order in which it is worked out, or the one to pay alone. */
function Totals({ totals, isWhole }: { totals: ReturnType<typeof totalsOf>; isWhole: boolean }) {
  const { payable, oil, advanced, deducted, carriedIn, carriedOut, due } = totals
  const parts = [
    ['应付(元)', payable, true],
    ['油卡(元)', oil, true],
    ['已预付(元)', advanced, advanced > 0],
    ['扣款(元)', deducted, true],
    ['抵扣前欠(元)', carriedIn, carriedIn > 0],
    ['转欠款(元)', carriedOut, carriedOut > 0],
  ] as const
  return (
    <dl className="st-sums" aria-live="polite">
      <Sum name="已选">{totals.count} 行</Sum>
      {isWhole &&
        parts.map(
          ([name, value, isSaid]) =>
            isSaid && (
              <Sum key={name} name={name}>
                <Money value={value} />
              </Sum>
            ),
        )}
      <Sum name="实付(元)">
        <Money value={due} strong />
      </Sum>
      {isWhole && (
        <div className="st-words">
          <dt>大写</dt>
          <dd>{moneyInWords(due)}</dd>
        </div>
      )}
    </dl>
  )
}
