// Terminals that asked the gateway and were refused: taken into the list here, or found as a conflict.
import { listUrl } from '@yunshu/contract/screens/screens'
import { adoptClaim, ignoreClaim, listClaims, type TerminalClaim } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { claimReasons } from '@yunshu/domain/terminal/terminal'
import { useCallback } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { TickInput } from '../../ui/fields/TickInput.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { claimColumns } from './claimColumns.tsx'

const query = [
  { name: 'text', input: <TextInput placeholder="手机号、车牌" max={60} /> },
  { name: 'why', input: <KeySelect table={claimReasons} /> },
  { name: 'isIgnored', input: <TickInput>仅看已忽略</TickInput> },
] satisfies QueryField<typeof listClaims>[]
const rowKey = ({ id }: TerminalClaim): string => id
const rowName = ({ phone }: TerminalClaim): string => phone

/** Screen TerminalClaims. */
export default function TerminalClaimsPage() {
  const { run } = useSend(adoptClaim, {
    invalidates: staleAfter('terminal'),
    done: () => toast.success('已登记，终端下次注册即可接入'),
  })
  const { run: ignore } = useSend(ignoreClaim, {
    invalidates: staleAfter('terminal'),
    done: (_, { isIgnored }) => toast.success(isIgnored ? '已忽略，换了原因才会再列出' : '已恢复'),
  })
  const actions = useCallback(
    ({ id, phone, why, ignoredBy }: TerminalClaim): readonly RowAction[] => [
      why === 'unknown'
        ? { label: '登记', onClick: () => void run({ strangerId: id }) }
        : { label: '查看终端', isAside: true, to: listUrl('TerminalList', { text: phone }) },
      ignoredBy === undefined
        ? { label: '忽略', isAside: true, onClick: () => void ignore({ strangerId: id, isIgnored: true }) }
        : { label: '恢复', isAside: true, onClick: () => void ignore({ strangerId: id, isIgnored: false }) },
    ],
    [run, ignore],
  )
  return (
    <ListPage
      call={listClaims}
      columns={claimColumns}
      rowKey={rowKey}
      rowName={rowName}
      head={<span className="ys-weak">连过平台、没能接入的终端，7 天没再连过就不再列出</span>}
      query={query}
      actions={actions}
      empty="没有未登记的终端"
    />
  )
}
