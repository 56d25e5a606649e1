// The steps of a voucher made by hand, as acts of its page.
import { staleAfter } from '@yunshu/contract/topics'
import { moveVoucher } from '@yunshu/contract/voucher/manual'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { doneText } from '@yunshu/domain/states'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { inBranch } from '../../parts/branch/inBranch.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { useMoves } from '../../ui/MoveButtons.tsx'
import { copyVoucherUrl, editVoucherUrl } from './voucherLinks.ts'

const invalidates = staleAfter('voucher')
type Move = keyof typeof voucherStates.moves
const sent = ['audit', 'sendBack', 'post', 'reverse', 'void'] as const
const isSent = (move: Move): move is (typeof sent)[number] => sent.some(each => each === move)

type Moved = Pick<VoucherDetail, 'id' | 'version' | 'voucherNo' | 'branchCompanyId' | 'isManual' | 'category' | 'moves'>

/** `primary` is the step that leads on; draw `dialog`. */
export function useManualMoves(voucher: Moved | undefined) {
  const { run, submit, isBusy } = useSend(moveVoucher, { invalidates })
  const canMake = useCan('voucher.make')
  const seen = { id: voucher?.id ?? '', version: voucher?.version ?? 1 }
  const send = (move: Move, reason?: string): Promise<unknown> | undefined =>
    isSent(move) ? submit({ ...seen, move, ...(reason === undefined ? {} : { reason }) }) : undefined
  const said = (move: Move): void => toast.success(doneText(voucherStates.moves[move]))
  const { acts: steps, dialog } = useMoves<Move>({
    machine: voucherStates,
    moves: voucher?.moves.filter(move => move !== 'edit') ?? [],
    name: voucher?.voucherNo ?? '',
    busy: isBusy,
    onMove: move => {
      if (isSent(move)) void run({ ...seen, move }).then(done => done && said(move))
    },
    reasons: {
      about: move => ({ call: moveVoucher, fixed: seen, part: move }),
      send: async (move, reason) => {
        await send(move, reason)
        said(move)
      },
      reload: () => void refreshStale(invalidates),
    },
  })
  const acts = steps.map(act => (act.onClick ? { ...act, onClick: inBranch(moveVoucher, act.onClick) } : act))
  const edit: RowAction | undefined = voucher?.moves.includes('edit')
    ? { label: voucherStates.moves.edit.label, to: editVoucherUrl(voucher) }
    : undefined
  const copy: RowAction | undefined =
    voucher?.isManual && canMake && voucher.category !== 'OPENING'
      ? { label: '复制为新凭证', isAside: true, to: copyVoucherUrl(voucher) }
      : undefined
  const [first] = acts.filter(({ danger }) => !danger)
  return {
    primary: first ?? edit,
    acts: [...(first && edit ? [edit] : []), ...acts.filter(act => act !== first), ...(copy ? [copy] : [])],
    dialog,
  }
}
