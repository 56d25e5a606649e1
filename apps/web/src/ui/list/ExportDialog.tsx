// Asks for a file of the list: which rows and which columns; the file is made in the background and waits in the
// download centre.
import type { Call } from '@yunshu/contract/call'
import type { ExportList } from '@yunshu/contract/exporting/exportLists'
import { listExports, startExport } from '@yunshu/contract/exporting/exporting'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { toWire } from '@yunshu/contract/wire'
import { regionWords } from '@yunshu/regions/label'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { useRegionLabels } from '../fields/regionData.ts'
import type { Said } from './sayFilter.ts'

export interface ExportDialogProps {
  list: ExportList
  call: Call
  /** The whole filter of the list. */
  filter: Readonly<Record<string, unknown>>
  said: readonly Said[]
  /** Keys of the columns shown; none where there is no choice of columns. */
  columns: readonly string[]
  /** Ids of chosen rows; lists that cannot be asked for by ids have none. */
  chosen: readonly string[]
  /** The number of rows, where the list counts them. */
  total: string | undefined
  onClose: () => void
}

export default function ExportDialog({ list, call, filter, said, columns, chosen, total, onClose }: ExportDialogProps) {
  const [rows, setRows] = useState<'all' | 'chosen'>(chosen.length > 0 ? 'chosen' : 'all')
  const [which, setWhich] = useState<'shown' | 'all'>('shown')
  const [isAsked, setAsked] = useState(false)
  const labelOf = useRegionLabels(said.flatMap(({ region }) => region ?? []))
  const { run, isBusy } = useSend(startExport, { invalidates: [listExports], done: () => setAsked(true) })
  const wordsOf = ({ label, text, region }: Said): string => {
    const place = region === undefined ? undefined : labelOf(region)
    return `${label}：${place ? regionWords(place) : text}`
  }
  const go = (): void => {
    const { limit: _limit, cursor: _cursor, sort: _sort, ...asked } = filter
    const note = rows === 'chosen' ? `所选 ${printCount(chosen.length)} 条` : said.map(wordsOf).join('；')
    void run({
      list,
      filter: toWire(call, rows === 'chosen' ? { ids: chosen } : asked),
      ...(which === 'shown' && columns.length > 0 ? { columns: [...columns] } : {}),
      ...(note === '' ? {} : { note: note.slice(0, 400) }),
    })
  }
  if (isAsked) return <Begun onClose={onClose} />
  return (
    <Modal
      open
      title="导出 Excel"
      okText="开始导出"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={go}
      onCancel={onClose}
      width={440}
    >
      <div className="ys-export">
        <strong id="ys-export-rows">导出范围</strong>
        <Radio.Group
          aria-labelledby="ys-export-rows"
          vertical
          value={rows}
          onChange={event => setRows(event.target.value === 'chosen' ? 'chosen' : 'all')}
          options={[
            { value: 'all', label: `当前条件下全部${total === undefined ? '' : ` ${total} 条`}` },
            ...(chosen.length === 0 ? [] : [{ value: 'chosen', label: `所选 ${printCount(chosen.length)} 条` }]),
          ]}
        />
        {rows === 'all' && <p className="ys-weak">{said.length === 0 ? '未设条件' : said.map(wordsOf).join('；')}</p>}
        {columns.length > 0 && (
          <>
            <strong id="ys-export-columns">导出列</strong>
            <Radio.Group
              aria-labelledby="ys-export-columns"
              vertical
              value={which}
              onChange={event => setWhich(event.target.value === 'all' ? 'all' : 'shown')}
              options={[
                { value: 'shown', label: '当前显示的列' },
                { value: 'all', label: '全部列' },
              ]}
            />
          </>
        )}
      </div>
    </Modal>
  )
}

/** Says where the file will be found. */
function Begun({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      title="已开始导出"
      onCancel={onClose}
      width={440}
      footer={[
        <Button key="stay" onClick={onClose}>
          留在本页
        </Button>,
        <a
          key="go"
          className="ant-btn ant-btn-primary ys-button-link"
          href={screenUrl('DownloadCenter')}
          onClick={onClose}
        >
          去下载中心
        </a>,
      ]}
    >
      <p>文件在后台生成，完成后会通知您，可在下载中心下载，保留 7 天。</p>
    </Modal>
  )
}
