// Taking back what was not used of fuel that was handed out.
import { recoverFuel, type FuelIssueRow } from '@yunshu/contract/fuel/issue'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('fuel', 'voucher')

/** The reason stays when the server refuses. */
export function RecoverDialog({ row, onClose }: { row: FuelIssueRow; onClose: () => void }) {
  const done = (): void => {
    toast.success('未用金额已回收')
  }
  const { submit } = useSend(recoverFuel, { quiet: true, invalidates, done })
  const seen = { id: row.id, version: row.version, expectLeft: row.left }
  const title = `回收未用 ${row.issueNo}`
  const { typed, type, draft } = useTyped(
    { call: recoverFuel, fixed: seen, title, url: listUrl('FuelIssues', { text: row.issueNo }) },
    { reason: '' },
  )
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="回收"
      danger
      isReady={reason !== ''}
      onClose={onClose}
      onSend={() => submit({ ...seen, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>未用的金额回到账户余额，运单的油费随之减少，签收时多付现金。签收以后不能回收。</p>
      <Facts
        items={[
          ['运单号', row.waybillNo],
          ['卡号或券码', row.cardNo ?? row.couponNo],
          ['发放(元)', <Money key="amount" value={row.amount} />],
          ['已用(元)', <Money key="used" value={row.used} />],
          ['回收(元)', <Money key="left" value={row.left} strong />],
        ]}
      />
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
