// The claim of money that came: suggested shippers with their reasons, any other by name, and the waybills it is for.
import { claimRemittance, listRemittanceShippers, type RemittanceDetail } from '@yunshu/contract/remittance/remittance'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceHints } from '@yunshu/domain/remittance'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { Money } from '../../ui/Figures.tsx'
import { PickDialog } from './PickDialog.tsx'
import './remittance.css'

const invalidates = staleAfter('remittance', 'voucher')

/** Suggested shippers with their reasons, and any other by name. */
export function RemittanceClaim({ remittance, onClose }: { remittance: RemittanceDetail; onClose: () => void }) {
  const [other, setOther] = useState<string>()
  const [picking, setPicking] = useState<string>()
  const { run, isBusy } = useSend(claimRemittance, {
    invalidates,
    done: () => {
      toast.success('已认领入账')
      onClose()
    },
  })
  const claim = (shipperId: string): void => {
    void run({ id: remittance.id, version: remittance.version, shipperId, expectAmount: remittance.amount })
  }
  return (
    <Section title="认领">
      <p>认领后记为货主的预收款，并立即冲抵它最早到期的应收；货主说明了付哪几单的，请指定运单。</p>
      {remittance.suggestions.length === 0 && <p>没有对得上的货主，请按名称查找。</p>}
      <ul className="ys-remittance-suggestions" aria-label="建议的货主">
        {remittance.suggestions.map(({ shipperId, name, why, owed, prepaid }) => (
          <li key={shipperId}>
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
                <Button disabled={isBusy} onClick={() => setPicking(shipperId)} aria-label={`指定 ${name} 的运单`}>
                  指定运单
                </Button>
              )}
              <Button disabled={isBusy} onClick={() => claim(shipperId)} aria-label={`认领给 ${name}`}>
                认领
              </Button>
            </span>
          </li>
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
      {picking !== undefined && (
        <PickDialog
          key={picking}
          remittance={remittance}
          shipperId={picking}
          onDone={onClose}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Section>
  )
}
