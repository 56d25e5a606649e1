// One row of the audit log in full.
import type { AuditRow } from '@yunshu/contract/audit/audit'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Drawer } from 'antd'
import { useMobile } from '../../lib/useMobile.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

type Change = AuditRow['changes'][number]
const columns: readonly Column<Change>[] = [
  textColumn('field', '字段', change => change.field, { width: 120 }),
  textColumn('old', '原值', change => change.old, { width: 220 }),
  textColumn('new', '新值', change => change.new, { width: 220 }),
]

export function AuditDrawer({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const isMobile = useMobile()
  const {
    userName,
    account,
    actingFor,
    companyName,
    branchName,
    ip,
    action,
    entityLabel,
    entityId,
    requestId,
    changes,
    at,
    title,
  } = row
  return (
    <Drawer open title={title} size={isMobile ? '100%' : 640} onClose={onClose}>
      <Section title="操作">
        <Facts
          items={[
            ['时间', formatDateTime(at)],
            ['操作人', `${userName}（${account}）`],
            ['代谁操作', actingFor],
            ['企业', companyName],
            ['分公司', branchName],
            ['IP 地址', ip],
            ['接口', action, 'wide'],
            ['对象', entityLabel],
            ['对象编号', entityId && <CopyText key="entity" text={entityId} />, 'wide'],
            ['请求编号', <CopyText key="request" text={requestId} />, 'wide'],
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
    </Drawer>
  )
}
