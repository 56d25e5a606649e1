// Pasting numbers of waybills with amounts from Excel.
import { bindWaybills, listBindCandidates, type BindCandidate } from '@yunshu/contract/voucher/bind'
import type { Fen } from '@yunshu/domain/figures/money'
import { bindMost } from '@yunshu/domain/voucher/binding'
import { Button } from 'antd'
import { useState } from 'react'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { readPasted, takePasted, type Chosen } from './bindRows.ts'

/** The most rows one answer holds. */
const pageMost = 100

const title = '粘贴运单号与金额'
/** The choice itself is kept with the page. */
const part = 'paste'

interface BindPasteProps {
  of: { readonly id: string; readonly branchId: string }
  left: Fen
  /** The waybills chosen before, which stay. */
  chosen: readonly Chosen[]
  onTaken: (chosen: readonly Chosen[]) => void
}

/** The button of the dialog; pasted lines that were not taken are kept with the voucher. */
export function BindPaste(props: BindPasteProps) {
  const [isOpen, setOpen] = useState(false)
  const open = (): void => setOpen(true)
  useReopening([open, bindWaybills, props.of, part])
  return (
    <>
      <Button onClick={open}>粘贴单号</Button>
      {isOpen && (
        <Reopens by={open}>
          <PasteDialog {...props} onClose={() => setOpen(false)} />
        </Reopens>
      )}
    </>
  )
}

/** Numbers that cannot be bound are named; the rest is chosen with its amounts, beside what was chosen before. */
function PasteDialog({ of, left, chosen: before, onTaken, onClose }: BindPasteProps & { onClose: () => void }) {
  const { typed, type, draft } = useTyped({ call: bindWaybills, fixed: of, part, title }, { text: '' })
  const pasted = readPasted(typed.text)
  const take = async (): Promise<void> => {
    const numbers = [...new Set(pasted.map(({ waybillNo }) => waybillNo))]
    const rows: BindCandidate[] = []
    for (let at = 0; at < numbers.length; at += pageMost) {
      const asked = { ...of, numbers: numbers.slice(at, at + pageMost), limit: pageMost }
      rows.push(...(await send(listBindCandidates, asked, { quiet: true })).rows)
    }
    const { all, chosen, missing } = takePasted(pasted, rows, { left, before })
    onTaken(all)
    if (missing.length > 0)
      toast.error(
        `${missing.length} 个单号没有可绑金额，或不是本分公司已签收的运单：${missing.slice(0, 10).join('、')}`,
      )
    if (chosen > 0) toast.success(`已选 ${chosen} 张运单`)
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={`选择 ${pasted.length} 张`}
      isReady={pasted.length > 0 && before.length + pasted.length <= bindMost}
      onSend={take}
      onClose={onClose}
      onReload={onClose}
    >
      <DialogField label="从 Excel 粘贴，每行一个运单号，可带金额" takesFocus>
        {id => (
          <TextInput
            id={id}
            max={20_000}
            rows={10}
            value={typed.text}
            onChange={next => type({ text: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
      <p className="ys-weak">
        没有金额的按可绑金额填写，直到凭证金额用完。和已选的合计一次最多 {bindMost}{' '}
        张；重复的单号按第一行，并在提示里标出。
      </p>
    </WriteDialog>
  )
}
