// One row of the audit log in full.
import { getAudit, type AuditRow } from '@yunshu/contract/audit/audit'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useCall } from '../../lib/useCall.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { hadValue } from '../../ui/Figures.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Change = AuditRow['changes'][number]
const columns: readonly Column<Change>[] = [
  textColumn('field', '字段', change => change.field, { width: 120 }),
  textColumn('old', '原值', change => (hadValue(change.old) ? change.old : undefined), { width: 220 }),
  textColumn('new', '新值', change => (hadValue(change.new) ? change.new : undefined), { width: 220 }),
]

export function AuditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const answer = useCall(getAudit, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={data?.title ?? '操作记录'}
      answer={answer}
      width={640}
      onClose={onClose}
      extra={data?.path !== undefined && <Button href={data.path}>查看单据</Button>}
    >
      {data && <Body row={data} />}
    </RowDrawer>
  )
}

function Body({ row }: { row: AuditRow }) {
  const { userName, account, actingFor, companyName, branchName, changes } = row
  return (
    <>
      <Section title="操作">
        <Facts
          items={[
            ['时间', formatDateTime(row.at)],
            ['操作人', account === '' ? userName : `${userName}（${account}）`],
            ['代谁操作', actingFor],
            ['企业', companyName],
            ['分公司', branchName],
            ['IP 地址', row.ip],
            ['接口', row.action, 'wide'],
            ['对象', [row.entityLabel, row.recordName].filter(word => word !== undefined).join(' ')],
            ['内部编号', row.entityId && <CopyText key="entity" text={row.entityId} />, 'wide'],
            ['请求编号', <CopyText key="request" text={row.requestId} />, 'wide'],
          ]}
        />
      </Section>
      <Section title="变更内容">
        {changes.length === 0 ? (
          <p className="ys-weak">没有字段变更</p>
        ) : (
          <SimpleTable
            title="变更内容"
            rows={changes}
            columns={columns}
            rowKey={change => `${change.field} ${change.old} ${change.new}`}
          />
        )}
      </Section>
    </>
  )
}
