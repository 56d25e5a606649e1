// Abnormal positions: vehicles under way whose positions are wrong, claimed and handled one by one or many at once.
import {
  countAbnormal,
  listAbnormal,
  moveAbnormal,
  saveAbnormalRule,
  type AbnormalRow,
} from '@yunshu/contract/abnormal/abnormal'
import { staleAfter } from '@yunshu/contract/topics'
import { doneText } from '@yunshu/domain/states'
import {
  abnormalBatchMoves,
  abnormalGroups,
  abnormalKinds,
  abnormalLevels,
  episodeStates,
  type EpisodeMove,
} from '@yunshu/domain/track/abnormal'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useRowDialog } from '../../ui/list/useRowAct.ts'
import { AbnormalBatchDialog, type AbnormalBatch } from './AbnormalBatchDialog.tsx'
import { abnormalColumns } from './abnormalColumns.tsx'
import { AbnormalDialog, type AbnormalDialogMove } from './AbnormalDialog.tsx'
import { AbnormalDrawer } from './AbnormalDrawer.tsx'
import { AbnormalRulesDrawer } from './AbnormalRulesDrawer.tsx'

const invalidates = staleAfter('abnormal')
const rowKey = ({ id }: AbnormalRow): string => id
const rowName = ({ plate, kind }: AbnormalRow): string => `${plate} ${abnormalKinds[kind].label}`
const tabs = { field: 'state', machine: episodeStates, counts: countAbnormal } as const
const query: readonly QueryField<typeof listAbnormal>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="车牌号、运单号、司机" /> },
  { name: 'group', label: '类别', input: <KeySelect table={abnormalGroups} /> },
  { name: 'kind', label: '异常类型', input: <KeySelect table={abnormalKinds} /> },
  { name: 'level', input: <KeySelect table={abnormalLevels} /> },
]
const isDialogMove = (name: string): name is AbnormalDialogMove => dialogMoves.includes(name)
const byAddress = {
  call: listAbnormal,
  isMove: isDialogMove,
  find: (text: string) => ({ text }),
  nameOf: ({ plate }: AbnormalRow): string => plate,
  actsOf: (row: AbnormalRow): readonly string[] => row.moves,
  whyNot: (row: AbnormalRow | undefined): string =>
    row ? `现在不能办理：已是${episodeStates.states[row.state].label}` : '没有这条异常',
}

const dialogMoves: readonly string[] = ['handle', 'dismiss', 'escalate']

/** Screen DriverLocationException. */
export default function DriverLocationExceptionPage() {
  const canHandle = useCan('abnormal.handle')
  const canRule = useCan('abnormal.rule')
  const hasBranch = useSession(({ info }) => info?.branchCompanyId !== undefined)
  const [isRuling, setRuling] = useState(false)
  const { moving, setMoving, close } = useRowDialog(byAddress)
  const { run } = useSend(moveAbnormal, {
    invalidates,
    done: (_, { move }) => toast.success(doneText(episodeStates.moves[move])),
  })
  const [batch, setBatch] = useState<AbnormalBatch>()
  useReopening([() => setRuling(true), saveAbnormalRule])
  const actions = useCallback(
    (row: AbnormalRow): readonly RowAction[] =>
      row.moves.map((name: Extract<EpisodeMove, (typeof row.moves)[number]>): RowAction => {
        const step = episodeStates.moves[name]
        return {
          label: step.label,
          danger: 'danger' in step,
          onClick: () =>
            isDialogMove(name)
              ? setMoving({ row, move: name })
              : void run({ id: row.id, version: row.version, move: name }),
        }
      }),
    [run, setMoving],
  )
  const bulk = useMemo(
    (): readonly BulkAction<AbnormalRow>[] => [
      ...(canHandle
        ? abnormalBatchMoves.map(move => ({
            label: episodeStates.moves[move].label,
            run: (rows: readonly AbnormalRow[]) => setBatch({ move, rows }),
          }))
        : []),
      copyAction<AbnormalRow>('复制车牌号', ({ plate }) => plate),
    ],
    [canHandle],
  )
  return (
    <>
      <ListPage
        call={listAbnormal}
        columns={abnormalColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="没有定位异常：在途车辆的位置都正常"
        drawer={(id, onClose) => <AbnormalDrawer id={id} actions={actions} onClose={onClose} />}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={canRule && hasBranch && <Button onClick={() => setRuling(true)}>定位规则</Button>}
      />
      {batch && <AbnormalBatchDialog {...batch} onClose={() => setBatch(undefined)} />}
      {isRuling && (
        <Reopens by={() => setRuling(true)}>
          <AbnormalRulesDrawer onClose={() => setRuling(false)} />
        </Reopens>
      )}
      {moving && <AbnormalDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={close} />}
    </>
  )
}
