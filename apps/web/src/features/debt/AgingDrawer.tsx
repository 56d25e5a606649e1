// Ages of debts: what each carrier owes by the days since it arose.
import { ageDebts } from '@yunshu/contract/debt/debt'
import { listUrl } from '@yunshu/contract/screens/screens'
import { debtAges, type DebtAge } from '@yunshu/domain/debt'
import type { Fen } from '@yunshu/domain/figures/money'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Money, Time } from '../../ui/Figures.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import './debt.css'

const ages = Object.keys(debtAges) as DebtAge[]

export function AgingDrawer({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const [text, setText] = useState('')
  const { data, error, refetch } = useCall(ageDebts, text === '' ? {} : { text }, { quiet: true })
  return (
    <Drawer open title="欠款账龄" size={isMobile ? '100%' : 860} onClose={onClose}>
      <TextInput
        aria-label="承运商"
        max={60}
        placeholder="承运商、欠款号、结算单号"
        value={text}
        onChange={next => setText(typeof next === 'string' ? next : '')}
      />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        <EmptyState text="没有未结清的欠款" />
      ) : (
        <div className="ys-debt-aging">
          <table className="ys-table" aria-label="欠款账龄">
            <thead>
              <tr>
                <th>承运商</th>
                {ages.map(age => (
                  <th key={age} className="ys-right">
                    {debtAges[age].label}
                  </th>
                ))}
                <th className="ys-right">合计(元)</th>
                <th>最早发生</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map(row => (
                <tr key={row.carrierId}>
                  <td>
                    <a className="ys-link" href={listUrl('DebtList', { carrierId: row.carrierId })}>
                      {row.carrierName}
                    </a>
                  </td>
                  <Figures of={row} />
                  <td>
                    <Time value={row.oldestAt} dayOnly whole />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th>合计 {data.rows.length} 家</th>
                <Figures of={data.sums} />
                <td>{data.isCut ? '承运商过多，请缩小范围' : ''}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Drawer>
  )
}

function Figures({ of }: { of: Readonly<Record<DebtAge | 'total', Fen>> }) {
  return (
    <>
      {ages.map(age => (
        <td key={age} className="ys-right">
          <Money value={of[age]} />
        </td>
      ))}
      <td className="ys-right">
        <Money value={of.total} strong />
      </td>
    </>
  )
}
