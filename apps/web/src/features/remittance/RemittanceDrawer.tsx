// One remittance beside the list: whose it may be and the claim, what it paid by name, its vouchers and its history.
import {
  claimRemittance,
  getRemittance,
  listRemittanceShippers,
  type RemittanceDetail,
  type RemittanceRow,
} from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceHints, remittanceStates } from '@yunshu/domain/remittance'
import { Button } from 'antd'
import { useState } from 'react'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { MoneyReceipt, type ReceivedMoney } from '../../parts/receipt/MoneyReceipt.tsx'
import { SlipFiles } from '../../parts/receipt/SlipFiles.tsx'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { CallSelect } from '../../ui/fields/KeySelect.tsx'
import { Money, orNothing, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { moneyColumn, textColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { More } from '../../ui/list/RowActions.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { PickDialog } from './PickDialog.tsx'
import { remittanceFacts, returnFacts } from './remittanceFacts.tsx'
import './remittance.css'

const invalidates = staleAfter('remittance', 'voucher')
const claimLabel = remittanceStates.moves.claim.label

interface RemittanceDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them; the claim has its place in the body. */
  actions: (row: RemittanceRow) => readonly RowAction[]
  onClose: () => void
}

export function RemittanceDrawer({ id, actions, onClose }: RemittanceDrawerProps) {
  const answer = useCall(getRemittance, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('remittance')
  const received = data && receivedOf(data)
  return (
    <RowDrawer
      id={id}
      title={`来款 ${data?.remittanceNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={
        <DrawerActs actions={data?.moves.includes('claim') ? [] : data && actions(data)}>
          {data?.moves.includes('claim') && (
            <More as="ys-more-button" actions={actions(data).filter(({ label }) => label !== claimLabel)} />
          )}
          {received && <Button onClick={() => print(id, <MoneyReceipt of={received} />)}>打印收据</Button>}
        </DrawerActs>
      }
    >
      {data && <Body remittance={data} onClose={onClose} />}
      {sheet}
    </RowDrawer>
  )
}

/** Money that is claimed for a shipper or pays a debt; a deposit has a receipt of its own. */
function receivedOf(row: RemittanceDetail): ReceivedMoney | undefined {
  const from = row.shipperName ?? row.debtorName
  if (row.state !== 'claimed' || from === undefined) return undefined
  const reason = row.debtorName === undefined ? '运费' : '归还欠款'
  return { ...row, no: row.remittanceNo, from, sender: row.payerName, reason }
}

function Body({ remittance, onClose }: { remittance: RemittanceDetail; onClose: () => void }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={remittanceStates} state={remittance.state} />],
          ...remittanceFacts(remittance),
          ['复核人', orNothing(remittance.checker)],
          ['认领货主', remittance.shipperName],
          ['收回欠款', remittance.debtorName],
          ['押金', remittance.depositNo],
          ...returnFacts(remittance),
          ['认领人', remittance.claimer],
          ['退回流水号', remittance.refundSerial],
          [
            '退回日期',
            remittance.refundDate === undefined ? undefined : (
              <Time key="refund" value={remittance.refundDate} dayOnly whole />
            ),
          ],
          ['原因', remittance.reason, 'wide'],
        ]}
      />
      <SlipFiles files={remittance.files} isOfFile={remittance.isOfFile} />
      {remittance.moves.includes('claim') && <Claim remittance={remittance} onClose={onClose} />}
      {remittance.receivables.length > 0 && <Paid rows={remittance.receivables} />}
      <VoucherLinks
        of={remittance.vouchers}
        urlOf={({ id }) => screenUrl('AccountingVoucher', { id, branchCompanyId: remittance.branchCompanyId })}
      />
      <Section title="操作记录">
        <LogTimeline log={remittance.log} />
      </Section>
    </>
  )
}

/** The waybills a claim named. */
const Paid = ({ rows }: { rows: RemittanceDetail['receivables'] }) => (
  <Section title="核销运单">
    <SimpleTable title="核销运单" rows={rows} columns={paidColumns} rowKey={({ waybillId }) => waybillId} />
  </Section>
)

const paidColumns: readonly Column<RemittanceDetail['receivables'][number]>[] = [
  waybillColumn(),
  moneyColumn('amount', '核销', row => row.amount),
  moneyColumn('tail', '尾差', row => row.tail, { width: 90 }),
  textColumn('isGivenBack', '说明', row => (row.isGivenBack ? '运单作废或红冲，已转预收' : ''), { width: 150 }),
]

/** Suggested shippers with their reasons, and any other by name. */
function Claim({ remittance, onClose }: { remittance: RemittanceDetail; onClose: () => void }) {
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
