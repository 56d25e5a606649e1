// Terminals of vehicles: which is in which vehicle, and which is heard.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import {
  addTerminal,
  countTerminals,
  listTerminals,
  moveTerminal,
  type TerminalRow,
} from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { terminalPresences, terminalStates } from '@yunshu/domain/terminal/terminal'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { isCarrierSide, isShipperSide, sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useNarrow } from '../../lib/useMobile.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { terminalColumns } from './terminalColumns.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('../../parts/importing/ImportDialog.tsx')).ImportDialog,
}))
const BindTerminalDrawer = lazy(async () => ({
  default: (await import('./BindTerminalDrawer.tsx')).BindTerminalDrawer,
}))
const TerminalDrawer = lazy(async () => ({ default: (await import('./TerminalDrawer.tsx')).TerminalDrawer }))

const query = [
  { name: 'text', input: <TextInput placeholder="终端手机号、车牌号、终端编号、IMEI" max={60} /> },
  { name: 'presence', input: <KeySelect table={terminalPresences} /> },
] satisfies QueryField<typeof listTerminals>[]
const tabs = { field: 'state', machine: terminalStates, counts: countTerminals } as const
const rowKey = ({ id }: TerminalRow): string => id
const rowName = ({ phone }: TerminalRow): string => phone
const open = ({ id }: TerminalRow): string => screenUrl('TerminalDetails', { id })
const invalidates = staleAfter('terminal', 'vehicle')
const bulk = [copyAction<TerminalRow>('复制终端手机号', ({ phone }) => phone)]

/** Screen TerminalList. */
export default function TerminalListPage() {
  const canEdit = useCan('terminal.edit')
  const isOwn = useSession(({ info }) => isCarrierSide(info) && !isShipperSide(info))
  const mayImport = useSession(({ info }) => sidesOf(info).some(side => addTerminal.sides?.includes(side))) && canEdit
  const isNarrow = useNarrow()
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [binding, setBinding] = useState<TerminalRow>()
  const canWatch = useCan('track.view')
  const { run: move } = useSend(moveTerminal, { invalidates, done: () => toast.success('已启用') })
  const actions = useCallback(
    (row: TerminalRow): readonly RowAction[] => {
      const { id, version, plate, state, moves, seenAt } = row
      if (moves.includes('bind')) return [{ label: terminalStates.moves.bind.label, onClick: () => setBinding(row) }]
      if (moves.includes('unblock'))
        return [
          {
            label: terminalStates.moves.unblock.label,
            isAside: true,
            onClick: () => void move({ id, version, move: 'unblock' }),
          },
        ]
      return canWatch && state === 'active' && plate !== undefined && seenAt !== undefined
        ? [{ label: '看位置', isAside: true, to: listUrl('TrackMap', { text: plate }) }]
        : []
    },
    [canWatch, move],
  )
  return (
    <>
      <ListPage
        call={listTerminals}
        columns={terminalColumns[isOwn ? 'own' : 'fleets']}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        empty="还没有终端。终端在网关登记以后才能上报位置。"
        primary={
          canEdit && (
            <>
              {mayImport && !isNarrow && <Button onClick={() => setImporting(true)}>导入终端</Button>}
              <Button type="primary" onClick={() => setAdding(true)}>
                登记终端
              </Button>
            </>
          )
        }
        more={mayImport && isNarrow ? [{ label: '导入终端', onClick: () => setImporting(true) }] : []}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <Reopens by={() => setAdding(true)}>
            <TerminalDrawer terminal={undefined} onClose={() => setAdding(false)} />
          </Reopens>
        </Suspense>
      )}
      {binding && (
        <Suspense fallback={null}>
          <BindTerminalDrawer terminal={binding} onClose={() => setBinding(undefined)} />
        </Suspense>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog kind="terminals" invalidates={invalidates} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}
