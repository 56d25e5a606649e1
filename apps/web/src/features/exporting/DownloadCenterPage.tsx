// The download centre: one's exported files, how far each is, and what can be done with it.
import {
  getExportAddress,
  listExports,
  moveExport,
  removeExport,
  type ExportRow,
} from '@yunshu/contract/exporting/exporting'
import { exportStates, type ExportMove } from '@yunshu/domain/exporting'
import { Progress } from 'antd'
import { useCallback } from 'react'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { textColumn, timeColumn, type Column, type RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { fileSize } from '../../lib/fileSize.ts'
import { nothing } from '../../ui/Figures.tsx'

const rowKey = ({ id }: ExportRow): string => id
const rowName = ({ fileName }: ExportRow): string => fileName
const query = [{ name: 'state', input: <KeySelect table={exportStates.states} /> }] satisfies QueryField<
  typeof listExports
>[]
const moveLabels = { cancel: '取消', retry: '重试' } as const satisfies Record<ExportMove, string>
const isUnderWay = ({ state }: ExportRow): boolean => state === 'waiting' || state === 'running'
const isMade = ({ state }: ExportRow): boolean => state === 'done' || state === 'expired'

/** The progress of a file: its share where the rows were counted beforehand, else the rows written. */
function Rows({ row }: { row: ExportRow }) {
  const { state, rowsDone, rowsTotal } = row
  if (state === 'running' && rowsTotal !== undefined)
    return (
      <Progress
        size="small"
        percent={rowsTotal === 0 ? 0 : Math.floor((rowsDone / rowsTotal) * 100)}
        aria-label={`${row.fileName} 进度`}
      />
    )
  return (
    <span className="ys-figure">
      {state === 'running' ? `已写 ${rowsDone.toLocaleString('en')}` : rowsDone.toLocaleString('en')}
    </span>
  )
}

const columns: readonly Column<ExportRow>[] = [
  textColumn('fileName', '文件', row => row.fileName, { width: 220, fixed: 'start', card: 'title' }),
  {
    key: 'state',
    title: '状态',
    width: 150,
    card: 'tag',
    render: row => <StatusTag machine={exportStates} state={row.state} />,
    under: row =>
      row.fault === undefined ? (
        nothing
      ) : (
        <span className="ys-fault" title={row.fault}>
          {row.fault}
        </span>
      ),
  },
  {
    key: 'rows',
    title: '行数',
    width: 90,
    align: 'right',
    isNamed: true,
    render: row => (row.state === 'running' || isMade(row) ? <Rows row={row} /> : nothing),
  },
  textColumn('size', '大小', row => (row.size === undefined || row.state !== 'done' ? undefined : fileSize(row.size)), {
    width: 90,
    align: 'right',
    isNamed: true,
  }),
  {
    key: 'note',
    title: '条件',
    width: 180,
    isNamed: true,
    render: ({ note }) => <span title={note}>{note || '全部'}</span>,
  },
  timeColumn('createdAt', '申请时间', row => row.createdAt, { isNamed: true }),
  timeColumn('expiresAt', '保留至', row => row.expiresAt, { isNamed: true }),
  textColumn('actingFor', '代谁操作', row => row.actingFor, { width: 110, card: 'hide', isHidden: true }),
]

/** Asks where the bytes are and lets the browser save them. */
async function download({ id }: ExportRow): Promise<void> {
  const { url, fileName } = await send(getExportAddress, { id })
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

/** Screen DownloadCenter. */
export default function DownloadCenterPage() {
  const { run: move } = useSend(moveExport, { invalidates: [listExports] })
  const { run: remove } = useSend(removeExport, { invalidates: [listExports], done: () => toast.success('已删除') })
  const actions = useCallback(
    (row: ExportRow): readonly RowAction[] => {
      const { id, version } = row
      return [
        // a refusal has been shown
        ...(row.canFetch ? [{ label: '下载', onClick: () => void download(row).catch(() => undefined) }] : []),
        ...row.moves.map(name => ({
          label: moveLabels[name],
          // a file somebody called off is not asked for again by itself
          isAside: name === 'cancel' || row.state === 'cancelled',
          onClick: () => void move({ id, version, move: name }),
        })),
        ...(row.canRemove ? [{ label: '删除', danger: true, onClick: () => void remove({ id, version }) }] : []),
      ]
    },
    [move, remove],
  )
  return (
    <ListPage
      call={listExports}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      empty="还没有导出过文件：在列表里按“导出”，做好后在这里下载"
      query={query}
      actions={actions}
      isAlive={isUnderWay}
      head={<span className="ys-weak">后台生成，完成后通知您，保留 7 天</span>}
    />
  )
}
