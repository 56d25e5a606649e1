// The frame of opening balances: heading, what is typed or booked, and a foot with sums and steps.
import { exportOpening, type Opening } from '@yunshu/contract/voucher/opening'
import type { Fen } from '@yunshu/domain/figures/money'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { saveFile } from '../../lib/saveFile.ts'
import { useSend } from '../../lib/useCall.ts'
import { ManualBalance } from './ManualBalance.tsx'
import { useManualMoves } from './useManualMoves.tsx'
import './voucher.css'

interface OpeningFrameProps {
  it: Opening
  /** Sums of what is typed. */
  balance?: { debit: Fen; credit: Fen; difference: Fen }
  save?: ReactNode
  children: ReactNode
}

export function OpeningFrame({ it: { voucher }, balance, save, children }: OpeningFrameProps) {
  const { primary, acts, dialog } = useManualMoves(
    voucher && {
      ...voucher,
      moves: voucher.moves.filter(move => move !== 'edit'),
      branchCompanyId: '',
      isManual: true,
      category: 'OPENING',
    },
  )
  const file = useSend(exportOpening, { done: bytes => saveFile(bytes, '期初余额.xlsx') })
  const steps = [...acts, ...(primary ? [primary] : [])]
  return (
    <article className="ys-page">
      <header className="ys-page-head">
        <h1>期初余额</h1>
        {voucher && (
          <Button loading={file.isBusy} onClick={() => void file.run({})}>
            导出
          </Button>
        )}
      </header>
      <div className="ys-page-body vm-body">{children}</div>
      {(balance !== undefined || steps.length > 0) && (
        <footer className="ys-page-foot">
          {balance && <ManualBalance {...balance} />}
          {steps.map(step => (
            <Button
              key={step.label}
              danger={step.danger === true}
              type={step === primary && save === undefined ? 'primary' : 'default'}
              {...('onClick' in step && step.onClick ? { onClick: step.onClick } : {})}
            >
              {step.label}
            </Button>
          ))}
          {save}
        </footer>
      )}
      {dialog}
    </article>
  )
}
