// Acts on a waybill beside its moves: another vehicle, putting right, the special line.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { waybillActs, type WaybillDetail } from '@yunshu/contract/waybill/details'
import { correctWaybill, stepBackWaybill, swapVehicle } from '@yunshu/contract/waybill/life'
import { backMoves, waybillStates } from '@yunshu/domain/waybill/waybill'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { RowAction } from '../../ui/list/column.tsx'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { AddressAct } from '../../ui/record/useAddressAct.ts'
import { ReasonAsk } from './ReasonAsk.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { actUrl } from '@yunshu/contract/actLink'

const SwapForm = lazy(async () => ({ default: (await import('./SwapForm.tsx')).SwapForm }))
const ClaimForm = lazy(async () => ({ default: (await import('./ClaimForm.tsx')).ClaimForm }))
const CorrectForm = lazy(async () => ({ default: (await import('./CorrectForm.tsx')).CorrectForm }))

/** A claim has its button beside the claims: here it is opened by an address alone. */
type Doing = 'swap' | 'correct' | 'stepBack' | 'claim'

/** The state the last step back leads to, in words; undefined when no step can be taken back. */
function backText(state: WaybillDetail['state']): string | undefined {
  const found = Object.entries(backMoves).find(([from]) => from === state)
  return found && waybillStates.states[waybillStates.moves[found[1]].to].label
}

const linked = ['swap', 'correct', 'stepBack', 'claim'] as const satisfies readonly Doing[]
const forms = ['swap', 'correct', 'stepBack'] as const satisfies readonly Doing[]

/** Acts the person can do now, and the dialog of the one that was pressed or is asked for by the address. */
export function useWaybillMore({
  waybill,
  onReload,
  link,
}: {
  waybill: WaybillDetail
  onReload: () => void
  link: AddressAct
}): {
  acts: readonly RowAction[]
  dialogs: ReactNode
} {
  const { acts, hasSpecialLine, goodsKind, id } = waybill
  const [pressed, setPressed] = useState<Doing>()
  const doing = pressed ?? linked.find(act => act === link.act)
  const setDoing = (act: Doing | undefined): void => {
    setPressed(act)
    link.done()
  }
  useReopening([() => setPressed('swap'), swapVehicle, { id }], [() => setPressed('correct'), correctWaybill, { id }])
  // a line is entered on trunk waybills first; on others it shows once it was entered, or to people who may enter it
  const showsLine = hasSpecialLine || goodsKind === 'GX' || acts.includes('special')
  const page = hasSpecialLine || !acts.includes('special') ? 'SpecialLineInfoDetails' : 'SpecialLineInfo'
  return {
    acts: [
      ...forms
        .filter(act => acts.includes(act))
        .map(act => ({ label: waybillActs[act], onClick: () => setDoing(act) })),
      ...(showsLine ? [{ label: waybillActs.special, to: screenUrl(page, { waybillId: id }) }] : []),
    ],
    dialogs: doing && <Doings {...{ waybill, onReload, doing }} onDo={setDoing} />,
  }
}

interface DoingsProps {
  waybill: WaybillDetail
  onReload: () => void
  doing: Doing
  onDo: (doing: Doing | undefined) => void
}

function Doings({ waybill, onReload, doing, onDo: setDoing }: DoingsProps) {
  const { submit } = useSend(stepBackWaybill, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: () => toast.success('已退回上一步'),
  })
  const close = (): void => setDoing(undefined)
  return (
    <>
      {doing === 'swap' && (
        <Suspense fallback={null}>
          <Reopens by={() => setDoing('swap')}>
            <SwapForm waybill={waybill} onClose={close} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
      {doing === 'correct' && (
        <Suspense fallback={null}>
          <Reopens by={() => setDoing('correct')}>
            <CorrectForm waybill={waybill} onClose={close} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
      {doing === 'claim' && (
        <Suspense fallback={null}>
          <ClaimForm waybill={waybill} onClose={close} onReload={onReload} />
        </Suspense>
      )}
      {doing === 'stepBack' && (
        <ReasonAsk
          call={stepBackWaybill}
          url={actUrl(screenUrl('WaybillDetails', { id: waybill.id }), 'stepBack')}
          title={`退回上一步 ${waybill.waybillNo}`}
          okText="退回"
          waybill={waybill}
          onReload={onReload}
          onClose={close}
          onSend={(version, reason) => submit({ id: waybill.id, version, reason })}
        >
          <p>
            运单将从“{waybillStates.states[waybill.state].label}”退回到“{backText(waybill.state)}
            ”，这一步填写的时间和重量一并清除，原值留在操作记录中。
          </p>
        </ReasonAsk>
      )}
    </>
  )
}
