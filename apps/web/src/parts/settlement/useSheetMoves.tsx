// The moves of a settlement sheet by role as acts of its page, and the dialog of the move that was pressed.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import { confirmCloseSettlement, withdrawCloseSettlement } from '@yunshu/contract/settlement/closing'
import { confirmVoid, submitSettlement, withdrawVoid } from '@yunshu/contract/settlement/settlement'
import { withdrawChange } from '@yunshu/contract/settlement/sheetLines'
import { settlementStates } from '@yunshu/domain/settlement/settlement'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { useMoves } from '../../ui/MoveButtons.tsx'
import { useAddressAct } from '../../ui/record/useAddressAct.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { sheetCalls, type SheetDialogProps, type SheetMoved } from './sheetDialog.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./ApproveDialog.tsx')).ApproveDialog }))
const SubmitDialog = lazy(async () => ({ default: (await import('./SubmitDialog.tsx')).SubmitDialog }))
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))
const ConfirmChangeDialog = lazy(async () => ({
  default: (await import('./ConfirmChangeDialog.tsx')).ConfirmChangeDialog,
}))
const SheetReasonDialog = lazy(async () => ({ default: (await import('./SheetReasonDialog.tsx')).SheetReasonDialog }))

const reasoned = ['reject', 'void', 'askVoid', 'refuseVoid', 'refuseChange', 'askClose', 'refuseClose'] as const
/** Moves that are sent as they are. */
const direct = [
  'submit',
  'withdrawVoid',
  'confirmVoid',
  'withdrawClose',
  'confirmClose',
  'withdrawChange',
  'makeFailure',
] as const
const dialogs = ['approve', 'pay', 'confirmChange', ...reasoned] as const
type Dialog = (typeof dialogs)[number]
/** Moves an address can open: submitting is sent at once by its button, and asked about when it comes by an address. */
const linked = [...dialogs, 'submit'] as const

const isMove = (act: string): act is SheetMoved => Object.hasOwn(settlementStates.moves, act)
const whyNot = ({ state }: SheetDialogProps['sheet'], act: string): string =>
  isMove(act)
    ? `现在不能${settlementStates.moves[act].label}：结算单${settlementStates.states[state].label}，或这一步须由别人办理`
    : '链接里的操作不存在，请在页面上选择操作'

/** Says it at the top of the page. */
const say: SheetDialogProps['onDone'] = (_, said) => toast.success(said)

interface SheetMovesProps extends Pick<SheetDialogProps, 'sheet' | 'onReload'> {
  onDone?: SheetDialogProps['onDone'] | undefined
}

/** Calls of the moves that are sent as they are, by their names. */
function useDirectMoves(sheet: SheetDialogProps['sheet'], onDone: SheetDialogProps['onDone']) {
  const navigate = useNavigate()
  const hand = useSend(submitSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: () => onDone('submit', '已提交，等待财务审核'),
  })
  const told = (move: SheetMoved, said: string) =>
    ({ quiet: true, invalidates: sheetCalls, done: () => onDone(move, said) }) as const
  const withdraw = useSend(withdrawVoid, told('withdrawVoid', '已撤回作废申请'))
  const confirm = useSend(confirmVoid, told('confirmVoid', '已作废'))
  const unclose = useSend(withdrawCloseSettlement, told('withdrawClose', '已撤回关闭申请'))
  const close = useSend(confirmCloseSettlement, told('confirmClose', '已关闭'))
  const unchange = useSend(withdrawChange, told('withdrawChange', '已撤回变更申请'))
  const makeFailure = useSend(makeFailureSettlement, {
    quiet: true,
    invalidates: sheetCalls,
    done: made => {
      toast.success(`已生成失败补付单 ${made.settlementNum}，核对收款账户后提交审核`)
      void navigate(
        screenUrl('SettlementFailure', { settlementNum: made.settlementNum, pSettlementNum: sheet.settlementNum }),
      )
    },
  })
  const sends = {
    submit: hand.submit,
    withdrawVoid: withdraw.submit,
    confirmVoid: confirm.submit,
    withdrawClose: unclose.submit,
    confirmClose: close.submit,
    withdrawChange: unchange.submit,
    makeFailure: makeFailure.submit,
  }
  return { sends, isBusy: [hand, withdraw, confirm, unclose, close, unchange, makeFailure].some(send => send.isBusy) }
}

/** `press` does what the button of a move does; `isAsking` while its dialog is open. */
export function useSheetMoves({ sheet, onReload, onDone = say }: SheetMovesProps): {
  acts: readonly RowAction[]
  dialogs: ReactNode
  press: (move: SheetMoved) => void
  isAsking: boolean
} {
  const [pressed, setPressed] = useState<Dialog>()
  const link = useAddressAct(
    sheet.settlementNum,
    linked.filter(move => sheet.moves.includes(move)),
    act => whyNot(sheet, act),
    sheet.id,
  )
  // the payment of a sheet approved a moment ago is asked for once the sheet offers it
  const [isPaying, setPaying] = useState(false)
  const awaited = isPaying && sheet.moves.includes('pay') ? 'pay' : undefined
  const dialog = pressed ?? awaited ?? dialogs.find(move => move === link.act)
  const setDialog = (move: Dialog | undefined): void => {
    setPressed(move)
    // the dialog of the payment is closed by itself; that of the approval closes on the way to it
    if (dialog === 'pay') setPaying(false)
    link.done()
  }
  const [fault, setFault] = useState<Refusal | Failure>()
  const { sends, isBusy } = useDirectMoves(sheet, onDone)
  const press = async (move: string): Promise<void> => {
    setFault(undefined)
    const asked = dialogs.find(each => each === move)
    if (asked) return setDialog(asked)
    const send = sends[direct.find(each => each === move) ?? 'submit']
    try {
      await send({ settlementNum: sheet.settlementNum, version: sheet.version })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const reason = reasoned.find(each => each === dialog)
  const props: SheetDialogProps = { sheet, onReload, onClose: () => setDialog(undefined), onDone }
  const { acts } = useMoves({
    machine: settlementStates,
    // rows of the sheet offer changes of their own
    moves: sheet.moves.filter(each => each !== 'payToCarrier' && each !== 'takeOff' && each !== 'askChange'),
    name: sheet.settlementNum,
    busy: isBusy,
    direct: dialogs,
    onMove: move => void press(move),
  })
  return {
    acts,
    press: move => void press(move),
    isAsking: dialog !== undefined || link.act !== undefined,
    dialogs: (
      <>
        <WriteFault
          error={fault}
          onReload={() => {
            setFault(undefined)
            onReload()
          }}
        />
        <Suspense fallback={null}>
          {dialog === 'approve' && (
            <ApproveDialog {...props} goOn={onDone === say ? () => setPaying(true) : undefined} />
          )}
          {dialog === 'pay' && <PayDialog {...props} />}
          {dialog === 'confirmChange' && <ConfirmChangeDialog {...props} />}
          {link.act === 'submit' && pressed === undefined && <SubmitDialog {...props} />}
          {reason && <SheetReasonDialog {...props} move={reason} />}
        </Suspense>
      </>
    ),
  }
}
