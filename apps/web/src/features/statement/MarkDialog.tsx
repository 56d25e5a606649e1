// The word of one side about lines: right, disputed with a reason, taken back, explained.
import { markStatementLines, type StatementDetail, type StatementLine } from '@yunshu/contract/statement/statement'
import { staleAfter } from '@yunshu/contract/topics'
import { lineActs, statementKinds, type LineAct } from '@yunshu/domain/statement'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('statement')
const notes: Readonly<Record<LineAct, string>> = {
  check: '表示这些行与贵司的账一致。',
  dispute: '请写明哪里不对、应为多少，平台会说明或撤回重出。',
  drop: '撤销后这一行回到未核对。',
  explain: '说明后由货主再次核对；账确有错的，请改正后撤回重出。',
}

interface MarkDialogProps {
  statement: StatementDetail
  act: LineAct
  lines: readonly StatementLine[]
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function MarkDialog({ statement, act, lines, onClose }: MarkDialogProps) {
  const seen = { id: statement.id, version: statement.version }
  const title = `${lineActs[act]} ${statement.statementNo}`
  const lineNos = lines.map(({ n }) => n)
  const { typed, type, draft } = useTyped(
    { call: markStatementLines, fixed: seen, part: `${act} ${lineNos.join()}`.slice(0, 60), title },
    { reason: '' },
  )
  const sending = useSend(markStatementLines, {
    quiet: true,
    invalidates,
    done: () => toast.success(`已${lineActs[act]}`),
  })
  const asks = act === 'dispute' || act === 'explain'
  const reason = typed.reason.trim()
  const [first] = lines
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={lineActs[act]}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() => sending.submit({ ...seen, act, lineNos, ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[act]}</p>
      {lines.length > 1 || first === undefined ? (
        <p>共 {lines.length} 行</p>
      ) : (
        <Facts
          items={[
            ['行', String(first.n)],
            ['类别', statementKinds[first.kind].label],
            ['运单号', first.waybillNo],
            ['摘要', first.summary, 'wide'],
            ['应收增减(元)', <Money key="owed" value={first.owed} />],
            ['预收增减(元)', <Money key="prepaid" value={first.prepaid} />],
            ['异议', first.dispute, 'wide'],
          ]}
        />
      )}
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
