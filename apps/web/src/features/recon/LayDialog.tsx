// Asking to lay chosen differences on each other: the sums of both sides, and the reason.
import { layReconItems } from '@yunshu/contract/recon/laying'
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { staleAfter } from '@yunshu/contract/topics'
import { sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { faultOfLaying } from '@yunshu/domain/recon/reconLaying'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('recon')

const piecesOf = (rows: readonly ReconItemRow[], read: (row: ReconItemRow) => Fen | undefined) =>
  rows.map(row => ({ direction: row.direction, amount: read(row) ?? ZERO_FEN }))

/** Sums that differ are said before they are sent; the reason stays when the server refuses. */
export function LayDialog({ rows, onClose }: { rows: readonly ReconItemRow[]; onClose: () => void }) {
  const lines = piecesOf(
    rows.filter(({ kind }) => kind === 'THEIRS_ONLY'),
    ({ theirs }) => theirs,
  )
  const movements = piecesOf(
    rows.filter(({ kind }) => kind === 'OURS_ONLY'),
    ({ ours }) => ours,
  )
  const fault = faultOfLaying(lines, movements)
  const { submit } = useSend(layReconItems, {
    quiet: true,
    invalidates,
    done: () => toast.success('已申请合并对平，等待另一人确认'),
  })
  const items = rows.map(({ id, version }) => ({ id, version }))
  const { typed, type, draft } = useTyped({ call: layReconItems, fixed: { items }, title: '合并对平' }, { reason: '' })
  const reason = typed.reason.trim()
  const sumOf = (pieces: typeof lines) => (
    <>
      {pieces.length} 笔，合计 <Money value={sumFen(pieces.map(({ amount }) => amount))} />
    </>
  )
  return (
    <WriteDialog
      title={`合并对平 ${rows.length} 条差异`}
      draft={draft}
      okText="提交申请"
      isReady={fault === undefined && reason !== ''}
      onClose={onClose}
      onSend={() => submit({ items, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>把多笔银行流水对到一笔交易流水，或一笔对到多笔；两边合计须分毫不差，由另一人确认后对平。</p>
      {fault !== undefined && (
        <p className="ys-fault" role="alert">
          {fault}
        </p>
      )}
      <Facts
        items={[
          ['银行流水(元)', sumOf(lines)],
          ['交易流水(元)', sumOf(movements)],
        ]}
      />
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
