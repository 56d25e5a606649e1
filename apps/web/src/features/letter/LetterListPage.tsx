// Letters of balances: sent by the house, confirmed or disputed by the companies they are of.
import { countLetters, listLetters, urgeLetter, type LetterRow } from '@yunshu/contract/letter/letter'
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { letterSides, letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useSend } from '../../lib/useCall.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { toldUrge, urgeActs } from '../../parts/urge/urging.ts'
import { ChoiceSelect, KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { letterColumns } from './letterColumns.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import { overMonths, SendLettersDrawer } from './SendLettersDrawer.tsx'

const rowKey = ({ id }: LetterRow): string => id
const rowName = ({ letterNo }: LetterRow): string => letterNo
const open = ({ id }: LetterRow): string => screenUrl('LetterDetails', { id })
const tabs = { field: 'state', machine: letterStates, counts: countLetters } as const
const bulk = [copyAction<LetterRow>('复制对账函号', ({ letterNo }) => letterNo)]
const months: QueryField<typeof listLetters> = {
  name: 'period',
  label: '月份',
  input: <ChoiceSelect options={overMonths(serverNow())} />,
}
const ofHouse: readonly QueryField<typeof listLetters>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="对账函号、往来单位" /> },
  months,
  { name: 'letterSide', input: <KeySelect table={letterSides} /> },
  { name: 'branchId', input: <BranchSelect /> },
]
const ofCompany: readonly QueryField<typeof listLetters>[] = [
  { name: 'text', input: <TextInput max={60} placeholder="对账函号" /> },
  months,
]

interface Moving {
  readonly row: LetterRow
  readonly move: WholeLetterMove
}

/** Screen LetterList. */
export default function LetterListPage() {
  const canSend = useCan('statement.make')
  const isHouse = sidesOf(useSession(s => s.info)).some(isHouseSide)
  const [isSending, setSending] = useState(false)
  const [moving, setMoving] = useState<Moving>()
  const { run: urge } = useSend(urgeLetter, { invalidates: staleAfter('letter'), done: toldUrge })
  const actions = useCallback(
    (row: LetterRow): readonly RowAction[] => [
      // rows that wait for the other side are urged, as on their own page
      ...urgeActs({ ...row, isBusy: false, onUrge: () => void urge({ id: row.id }) }).map(act => ({
        ...act,
        isAside: true,
      })),
      ...(row.mayExplain ? [{ label: letterStates.moves.explain.label, to: actUrl(open(row), 'explain') }] : []),
      ...row.moves.map(move => ({
        label: letterStates.moves[move].label,
        danger: 'danger' in letterStates.moves[move],
        isAside: 'danger' in letterStates.moves[move],
        onClick: () => setMoving({ row, move }),
      })),
    ],
    [urge],
  )
  return (
    <>
      <ListPage
        call={listLetters}
        columns={letterColumns[isHouse ? 'house' : 'company']}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={isHouse ? ofHouse : ofCompany}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        primary={
          canSend && (
            <Button type="primary" onClick={() => setSending(true)}>
              发送对账函
            </Button>
          )
        }
        empty="没有对账函"
      />
      {isSending && (
        <Reopens by={() => setSending(true)}>
          <SendLettersDrawer onClose={() => setSending(false)} />
        </Reopens>
      )}
      {moving && (
        <LetterDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      )}
    </>
  )
}
