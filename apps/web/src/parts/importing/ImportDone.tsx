// The last step of an import: what was written and what was left out.
import { CheckCircleFilled, DownloadOutlined } from '@ant-design/icons'
import { getImportFaults, type ImportDetail } from '@yunshu/contract/importing'
import { Button } from 'antd'
import { saveFile } from '../../lib/saveFile.ts'
import { useSend } from '../../lib/useCall.ts'

/** Numbers of the made records that are named. */
const named = 20

export function ImportDone({
  detail,
  onAgain,
  onClose,
}: {
  detail: ImportDetail
  onAgain: () => void
  onClose: () => void
}) {
  const file = useSend(getImportFaults, {
    done: bytes => saveFile(bytes, `${detail.fileName.replace(/\.[^.]*$/, '')}-错误.xlsx`),
  })
  return (
    <>
      <p className="im-sum" aria-live="polite">
        <CheckCircleFilled className="im-good" aria-hidden="true" /> 已导入 <strong>{detail.rowsWritten}</strong> 行
        {detail.rowsBad > 0 && (
          <>
            ，<span className="ys-fault">{detail.rowsBad} 行有错误，没有导入</span>
          </>
        )}
      </p>
      {detail.changed.length > 0 && (
        <p className="ys-weak">
          其中第 {detail.changed.slice(0, 10).join('、')}
          {detail.changed.length > 10 ? ' 等' : ''} 行在检查之后变为不正确，没有写入
        </p>
      )}
      {detail.made.length > 0 && (
        <p className="ys-weak">
          {detail.made
            .slice(0, named)
            .map(({ label }) => label)
            .join('、')}
          {detail.rowsWritten > named ? ` 等 ${detail.rowsWritten} 条` : ''}
        </p>
      )}
      <footer className="im-foot">
        {detail.hasFaultFile && (
          <Button icon={<DownloadOutlined />} loading={file.isBusy} onClick={() => void file.run({ id: detail.id })}>
            下载错误文件
          </Button>
        )}
        <Button onClick={onAgain}>继续导入</Button>
        <Button type="primary" onClick={onClose}>
          完成
        </Button>
      </footer>
    </>
  )
}
