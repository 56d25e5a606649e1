// The lines of a statement, page by page, under a filter of the address, with the acts of both sides on them.
import { listStatementLines, type StatementDetail, type StatementLine } from '@yunshu/contract/statement/statement'
import { lineMarks, statementKinds, type LineAct } from '@yunshu/domain/statement'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { usePages } from '../../lib/useCall.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Asked } from '../../parts/explain/AskedMoney.tsx'
import { LineActs } from '../../parts/statement/LineActs.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { useExport } from '../../ui/list/useExport.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { MarkDialog } from './MarkDialog.tsx'
import { statementLineColumns } from './statementColumns.tsx'
import './statement.css'

type Marking = { readonly act: LineAct; readonly lines: readonly StatementLine[] }

/** The figures of a line people can ask about, by their columns. */
const asked = { 'two-owed': 'owed', prepaid: 'prepaid', invoiced: 'invoiced' } as const
const isAsked = (key: string): key is keyof typeof asked => Object.hasOwn(asked, key)

/** The columns of two lines as cells of a table that has one; amounts say how they came. */
const tableColumnsOf = (id: string): readonly Column<StatementLine>[] =>
  statementLineColumns
    .filter(({ isHidden }) => isHidden !== true)
    .map((column): Column<StatementLine> => ({
      ...column,
      render: line => (
        <>
          <div>
            {isAsked(column.key) && line[asked[column.key]] !== 0 ? (
              <Asked asked={{ amountOf: 'statementLine', id, n: line.n, figure: asked[column.key] }}>
                {column.render(line)}
              </Asked>
            ) : (
              column.render(line)
            )}
          </div>
          {column.under && <div className="ys-weak sm-under">{column.under(line)}</div>}
        </>
      ),
    }))

/** The line's number first, its acts last where there are any. */
const columnsWith = (
  id: string,
  hasActs: boolean,
  onAct: (act: LineAct, line: StatementLine) => void,
): readonly Column<StatementLine>[] => [
  { key: 'n', title: '行', width: 40, align: 'right', card: 'hide', render: ({ n }) => n },
  ...tableColumnsOf(id),
  ...(hasActs
    ? [
        {
          key: 'acts',
          title: '操作',
          width: 90,
          render: (line: StatementLine) => (
            <LineActs acts={line.acts} of={`第 ${line.n} 行`} onAct={act => onAct(act, line)} />
          ),
        },
      ]
    : []),
]

export function StatementLines({ statement }: { statement: StatementDetail }) {
  const { filter, patch } = useUrlFilter(listStatementLines)
  const { kind, mark, text } = filter
  const asked = {
    statementId: statement.id,
    ...(kind === undefined ? {} : { kind }),
    ...(mark === undefined ? {} : { mark }),
    ...(text === undefined ? {} : { text }),
  }
  const pages = usePages(listStatementLines, asked, { keepPrevious: true })
  const [marking, setMarking] = useState<Marking>()
  const hasActs = pages.rows.some(({ acts }) => acts.length > 0)
  const columns = useMemo(
    () => columnsWith(statement.id, hasActs, (act, line) => setMarking({ act, lines: [line] })),
    [statement.id, hasActs],
  )
  const exporting = useExport(listStatementLines)
  const open = pages.rows.filter(({ acts }) => acts.includes('check'))
  return (
    <Section
      title={`明细（${statement.lines} 行）`}
      extra={exporting.ask && <Button onClick={exporting.ask}>导出</Button>}
    >
      <div className="sm-tools">
        <KeySelect
          table={statementKinds}
          aria-label="类别"
          placeholder="全部类别"
          value={kind}
          onChange={next => patch({ kind: next as typeof kind })}
        />
        <KeySelect
          table={lineMarks}
          aria-label="核对情况"
          placeholder="核对情况"
          value={mark}
          onChange={next => patch({ mark: next as typeof mark })}
        />
        <TextInput
          max={60}
          aria-label="关键字"
          placeholder="运单号、客户单号、车牌、摘要"
          value={text}
          onChange={next => patch({ text: typeof next === 'string' && next !== '' ? next : undefined })}
        />
        {open.length > 0 && (
          <Button onClick={() => setMarking({ act: 'check', lines: open.slice(0, 100) })}>
            已列出的 {Math.min(open.length, 100)} 行核对无误
          </Button>
        )}
      </div>
      <Rows pages={pages} columns={columns} />
      {marking && (
        <MarkDialog key={marking.act} statement={statement} {...marking} onClose={() => setMarking(undefined)} />
      )}
      {exporting.dialog({ filter: asked, said: [], columns: [], chosen: [], total: String(statement.lines) })}
    </Section>
  )
}

interface RowsProps {
  pages: ReturnType<typeof usePages<typeof listStatementLines>>
  columns: readonly Column<StatementLine>[]
}
function Rows({ pages, columns }: RowsProps) {
  if (pages.error && pages.rows.length === 0)
    return <ErrorState error={pages.error} retry={() => void pages.restart()} />
  if (pages.isFirstLoad) return <Skeleton />
  return (
    <>
      <SimpleTable title="对账明细" rows={pages.rows} columns={columns} rowKey={({ n }) => String(n)} />
      {pages.hasMore && (
        <button type="button" className="ys-link" onClick={pages.more} disabled={pages.isLoadingMore}>
          更多
        </button>
      )}
    </>
  )
}
