// The claim of money that came, or of a part of it: suggested shippers with their reasons, any other by name, and the waybills it
// is for.
import { actUrl } from '@yunshu/contract/actLink'
import { claimRemittance, listRemittanceShippers, type RemittanceDetail } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { remittanceHints, remittanceStates } from '@yunshu/domain/remittance'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { isUnreadable, type Unreadable } from '../../ui/fields/unreadable.ts'
import { Money } from '../../ui/Figures.tsx'
import { PickDialog } from './PickDialog.tsx'
import './remittance.css'

const invalidates = staleAfter('remittance', 'voucher')

/** The reason a part of what is nobody's cannot be claimed, in words. */
function faultOfPart(part: Fen | Unreadable | undefined, rest: Fen): string | undefined {
  if (part === undefined) return '请填写本次认领金额'
  if (isUnreadable(part)) return part.fault
  if (part <= 0) return '应大于 0'
  return part > rest ? `未认领的只有 ${printMoney(rest)} 元` : undefined
}

interface PartProps {
  value: Fen | Unreadable | undefined
  rest: Fen
  onChange: (next: Fen | Unreadable | undefined) => void
}

/** The part that is claimed now: all that is nobody's unless somebody types less. */
function Part({ value, rest, onChange }: PartProps) {
  const id = useId()
  const fault = faultOfPart(value, rest)
  return (
    <div className="ys-remittance-part">
      <label htmlFor={id}>本次认领(元)</label>
      <MoneyInput id={id} aria-label="本次认领金额" value={value} onChange={onChange} />
      <span>
        未认领 <Money value={rest} /> 元；少填的，余下继续待认领
      </span>
      {fault !== undefined && (
        <span className="ys-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

interface SuggestedProps {
  of: RemittanceDetail['suggestions'][number]
  /** The likeliest of them: its claim is the next step. */
  isFirst: boolean
  isBusy: boolean
  onPick: () => void
  onClaim: () => void
}

/** A shipper money may be from, with why and what it owes. */
const Suggested = ({ of: { name, why, owed, prepaid }, isFirst, isBusy, onPick, onClaim }: SuggestedProps) => (
  <li>
    <div>
      <strong>{name}</strong>
      <span>{why.map(hint => remittanceHints[hint].label).join('，')}</span>
      <span>
        应收 <Money value={owed} />
        ，预收 <Money value={prepaid} />
      </span>
    </div>
    <span className="ys-remittance-acts">
      {owed > 0 && (
        <Button disabled={isBusy} onClick={onPick} aria-label={`指定 ${name} 的运单`}>
          指定运单
        </Button>
      )}
      <Button type={isFirst ? 'primary' : 'default'} disabled={isBusy} onClick={onClaim} aria-label={`认领给 ${name}`}>
        认领
      </Button>
    </span>
  </li>
)

/** The place of what is typed until it is sent. */
const draftOf = ({ id, version, remittanceNo }: RemittanceDetail) =>
  ({
    call: claimRemittance,
    fixed: { id, version },
    part: 'amount',
    title: `${remittanceStates.moves.claim.label} ${remittanceNo}`,
    url: actUrl(listUrl('RemittanceList', { text: remittanceNo }), 'claim'),
  }) as const

/** Suggested shippers with their reasons, and any other by name. */
export function RemittanceClaim({ remittance, onClose }: { remittance: RemittanceDetail; onClose: () => void }) {
  const [other, setOther] = useState<string>()
  const [picking, setPicking] = useState<string>()
  const { id, version, rest } = remittance
  const initial: { amount: Fen | Unreadable | undefined } = { amount: rest }
  const { typed, type, draft } = useTyped(draftOf(remittance), initial)
  const { amount: part } = typed
  const { run, isBusy: isSending } = useSend(claimRemittance, {
    invalidates,
    done: () => {
      draft.forget()
      toast.success('已认领入账')
      onClose()
    },
  })
  const amount = faultOfPart(part, rest) === undefined && !isUnreadable(part) ? part : undefined
  const isBusy = isSending || amount === undefined
  const claim = (shipperId: string): void => {
    if (amount !== undefined) void run({ id, version, shipperId, amount, expectAmount: rest })
  }
  return (
    <Section title="认领">
      <p>认领后记为货主的预收款，并立即冲抵它最早到期的应收；货主说明了付哪几单的，请指定运单。</p>
      <Part value={part} rest={rest} onChange={next => type({ amount: next })} />
      {draft.notice}
      {remittance.suggestions.length === 0 && <p>没有对得上的货主，请按名称查找。</p>}
      <ul className="ys-remittance-suggestions" aria-label="建议的货主">
        {remittance.suggestions.map((each, n) => (
          <Suggested
            key={each.shipperId}
            of={each}
            isFirst={n === 0}
            isBusy={isBusy}
            onPick={() => setPicking(each.shipperId)}
            onClaim={() => claim(each.shipperId)}
          />
        ))}
      </ul>
      <div className="ys-remittance-other">
        <CallSelect
          aria-label="其他货主"
          placeholder="其他货主"
          value={other}
          onChange={next => setOther(typeof next === 'string' ? next : undefined)}
          call={listRemittanceShippers}
          input={text => (text === '' ? {} : { text })}
          options={({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button
          disabled={other === undefined || isBusy}
          onClick={() => setPicking(other)}
          aria-label="指定所选货主的运单"
        >
          指定运单
        </Button>
        <Button disabled={other === undefined || isBusy} onClick={() => other !== undefined && claim(other)}>
          认领给所选货主
        </Button>
      </div>
      {picking !== undefined && amount !== undefined && (
        <PickDialog
          key={picking}
          remittance={remittance}
          amount={amount}
          shipperId={picking}
          onDone={onClose}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Section>
  )
}
