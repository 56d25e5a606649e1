// The word of one side about lines: right, disputed with a reason, taken back, explained.
import { markStatementLines, type StatementDetail, type StatementLine } from '@yunshu/contract/statement/statement'
import { staleAfter } from '@yunshu/contract/topics'
import { lineActs, statementKinds, type LineAct } from '@yunshu/domain/statement'
import type { Fact } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('statement')
const notes: Readonly<Record<LineAct, string>> = {
  check: '表示这些行与贵司的账一致。',
  dispute: '请写明哪里不对、应为多少，平台会说明或撤回重出。',
  drop: '撤销后这一行回到未核对。',
  explain: '说明后由货主再次核对；账确有错的，请改正后撤回重出。',
}

const factsOf = (line: StatementLine): readonly Fact[] => [
  ['行', String(line.n)],
  ['类别', statementKinds[line.kind].label],
  ['运单号', line.waybillNo],
  ['摘要', line.summary, 'wide'],
  ['应收增减(元)', <Money key="owed" value={line.owed} />],
  ['预收增减(元)', <Money key="prepaid" value={line.prepaid} />],
  ['异议', line.dispute, 'wide'],
]

interface MarkDialogProps {
  statement: StatementDetail
  act: LineAct
  lines: readonly StatementLine[]
  onClose: () => void
}

/** One dialog for every word; of several lines it says how many. */
export function MarkDialog({ statement, act, lines, onClose }: MarkDialogProps) {
  const seen = { id: statement.id, version: statement.version }
  const step = lineActs[act]
  const lineNos = lines.map(({ n }) => n)
  const [first] = lines
  const facts: readonly Fact[] = lines.length === 1 && first ? factsOf(first) : [['行数', `共 ${lines.length} 行`]]
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${statement.statementNo}`}
      about={{ call: markStatementLines, fixed: seen, part: `${act} ${lineNos.join()}`.slice(0, 60) }}
      note={notes[act]}
      facts={facts}
      invalidates={invalidates}
      onSend={(send, { why }) => send(markStatementLines, { ...seen, act, lineNos, ...why })}
      onClose={onClose}
    />
  )
}
