// The head of a voucher made by hand: kind, day, words and the other side.
import { manualKinds, type ManualKind } from '@yunshu/domain/voucher/manual'
import { voucherKinds } from '@yunshu/domain/voucher/voucher'
import { manualCategories, type ManualCategory } from '@yunshu/domain/voucher/voucherPages'
import { useId, type ReactNode } from 'react'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'

/** The head and the cells, as they are kept while they are typed. */
export interface ManualTyped extends Readonly<Record<string, unknown>> {
  readonly kind: ManualKind
  readonly category: ManualCategory
  readonly date: number
  readonly summary: string
  readonly counterparty: string
  readonly lines: string[][]
}

interface ManualHeadProps {
  typed: ManualTyped
  type: (change: Partial<ManualTyped>) => void
  /** Faults the server told, by the names of fields. */
  faults: Readonly<Record<string, string>>
}

function Labelled({ label, fault, children }: { label: string; fault?: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="ys-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault !== undefined && <span className="ys-fault">{fault}</span>}
    </div>
  )
}

const textOf = (next: unknown): string => (typeof next === 'string' ? next : '')

export function ManualHead({ typed, type, faults }: ManualHeadProps) {
  const of = (name: string) => (faults[name] === undefined ? {} : { fault: faults[name] })
  return (
    <div className="ys-form-grid">
      <Labelled label="类型" {...of('kind')}>
        {id => (
          <KeySelect
            id={id}
            table={voucherKinds}
            keys={[...manualKinds]}
            value={typed.kind}
            onChange={next => type({ kind: next === 'OTHER' ? 'OTHER' : 'ACCOUNTING' })}
          />
        )}
      </Labelled>
      {typed.kind === 'OTHER' && (
        <Labelled label="类别" {...of('category')}>
          {id => (
            <KeySelect
              id={id}
              table={manualCategories}
              value={typed.category}
              onChange={next => type({ category: typeof next === 'string' ? next : 'OTHER' })}
            />
          )}
        </Labelled>
      )}
      <Labelled label="记账日期" {...of('date')}>
        {id => (
          <DateInput
            id={id}
            value={typed.date}
            onChange={next => {
              if (typeof next === 'number') type({ date: next })
            }}
          />
        )}
      </Labelled>
      <Labelled label="凭证摘要" {...of('summary')}>
        {id => <TextInput id={id} max={100} value={typed.summary} onChange={next => type({ summary: textOf(next) })} />}
      </Labelled>
      <Labelled label="对方" {...of('counterparty')}>
        {id => (
          <TextInput
            id={id}
            max={60}
            value={typed.counterparty}
            onChange={next => type({ counterparty: textOf(next) })}
          />
        )}
      </Labelled>
    </div>
  )
}
