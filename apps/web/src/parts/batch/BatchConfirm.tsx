// The one confirm of a batch: what is done and what is left out, the payees, the sheets that need a look, and the sum.
import { startBatch, type BatchDetail } from '@yunshu/contract/batch'
import { problemText } from '@yunshu/domain/problems/problems'
import { batchActs, type BatchAct } from '@yunshu/domain/batch'
import { printTons } from '@yunshu/domain/figures/weight'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { Failure, Refusal } from '../../lib/errors.ts'
import { useSession } from '../../lib/session.ts'
import { useSend } from '../../lib/useCall.ts'
import { conflictHttp, DialogField, faultOfWrite } from '../../ui/WriteDialog.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useChannelChoice } from '../settlement/ChannelChoice.tsx'
import { chooseAll } from './chooseAll.ts'
import {
  confirmText,
  flaggedOf,
  isAsSeen,
  limitFault,
  payeesWith,
  sumWith,
  sumWord,
  unitOf,
  verbOf,
} from './batchChoice.ts'
import { BatchItems } from './BatchItems.tsx'
import { TakenRows } from './TakenRows.tsx'
import { FlaggedRows } from './FlaggedRows.tsx'

interface BatchConfirmProps {
  batch: BatchDetail
  /** The choice of the month, of acts that are about one. */
  month?: ReactNode
  /** It takes the place of another one, somebody having changed records meanwhile. */
  isChanged: boolean
  /** The choice no longer is what was shown: this one is to be looked at. */
  onChanged: (batch: BatchDetail) => void
  onAgain: () => void
  onStarted: (id: string) => void
  onClose: () => void
}

/** Nothing is ticked beforehand; the button names act, count and sum, and the server starts no other. */
export function BatchConfirm({ batch, month, isChanged, onChanged, onAgain, onStarted, onClose }: BatchConfirmProps) {
  const { act, needsCode } = batch
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set())
  const [code, setCode] = useState('')
  const { channel, field } = useChannelChoice(act === 'pay')
  const isActing = useSession(session => session.selectEmployee !== undefined)
  const { start, fault, isBusy } = useStart({ batch, looked, onChanged, onStarted })
  const sum = sumWith(batch, looked)
  const limit = limitFault(batch.limit, sum)
  const why = isActing ? problemText('batch.acting') : limit
  const isReady =
    sum.count > 0 && why === undefined && (act !== 'pay' || channel !== undefined) && (!needsCode || code.trim() !== '')
  return (
    <form
      className="bt-confirm"
      onSubmit={event => {
        event.preventDefault()
        if (isReady && !isBusy)
          void start({ ...(act === 'pay' ? { channel } : {}), ...(needsCode ? { code: code.trim() } : {}) })
      }}
    >
      {fault && <StartFault error={fault} onAgain={onAgain} />}
      {isChanged && (
        <p className="ys-fault" role="alert">
          所选记录刚刚有变化，请重新核对
        </p>
      )}
      {month}
      <p className="bt-sum" aria-live="polite">
        {verbOf(act)} <strong>{sum.count}</strong> {unitOf(act)}
        {sum.weight !== undefined && <>，共 {printTons(sum.weight)} 吨</>}
        {sum.sum !== undefined && (
          <>
            ，{sumWord(act)} <Money value={sum.sum} strong /> 元
          </>
        )}
      </p>
      {consequences[act] !== undefined && <p className="ys-weak">{consequences[act]}</p>}
      {why !== undefined && (
        <p className="ys-fault" role="alert">
          {why}
        </p>
      )}
      <Payees act={act} payees={payeesWith(batch, looked)} />
      <FlaggedRows act={act} items={flaggedOf(batch)} looked={looked} onLook={setLooked} />
      <TakenRows batch={batch} />
      <LeftOut batch={batch} />
      {field}
      {needsCode && (
        <DialogField label="动态验证码" isRequired>
          {id => (
            <Input
              id={id}
              className="bt-code"
              autoComplete="one-time-code"
              maxLength={20}
              value={code}
              status={fault instanceof Refusal && 'code' in fault.fields ? 'error' : ''}
              placeholder="6 位数字，只用于这一次"
              onChange={({ target }) => setCode(target.value)}
            />
          )}
        </DialogField>
      )}
      <footer className="bt-foot">
        <Button onClick={onClose}>返回</Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isReady}>
          {confirmText(act, sum)}
        </Button>
      </footer>
    </form>
  )
}

/** The consequence of acts that cannot be taken back, in words. */
const consequences: Readonly<Partial<Record<BatchAct, string>>> = {
  sign: '签收后费用按实际重量确定，不能再修改。',
  passReceipt: '通过后，等待回单的运费到期应付。',
  urge: '每张运单每天只催办一次，消息发给轮到的一方。',
  makeStatement: '生成的对账单是草稿，核对后发送给货主；没有往来的货主会跳过。',
  sendStatement: '发送后货主可以核对、确认或提异议。',
  auditVoucher: '不能审核自己制单的凭证；借贷不平的须退回修改。',
  postVoucher: '记账后凭证编号入账，只能红字冲销。',
  verifyInput: '请先在全国增值税发票查验平台查验号码、日期和金额；不能查验自己上传的发票。',
  tickInput: '勾选后，已绑定的份额计入所选月份的进项税额；以后绑定的随绑定计入。',
  sendAgreement: '发送后正文不能再改。各方在签章平台签署，签署期 15 天。',
  deliverApp: '交付方式记为各自抬头的邮箱，发票请先发到该邮箱；没有邮箱的请逐张交付。',
}

interface Start extends Pick<BatchConfirmProps, 'batch' | 'onChanged' | 'onStarted'> {
  looked: ReadonlySet<string>
}

/** Starts what is shown: with ticked rows it is chosen once more, and started where nothing changed meanwhile. */
function useStart({ batch, looked, onChanged, onStarted }: Start) {
  const { submit } = useSend(startBatch, { quiet: true })
  const [fault, setFault] = useState<Refusal | Failure>()
  const [isBusy, setBusy] = useState(false)
  /** The choice made with what is ticked. */
  const [chosen, setChosen] = useState<{ batch: BatchDetail; looked: ReadonlySet<string> }>({
    batch,
    looked: new Set(),
  })
  const choice = async (): Promise<BatchDetail | undefined> => {
    if (isSame(chosen.looked, looked)) return chosen.batch
    const asked = { act: batch.act, period: batch.period, ids: batch.items.map(({ recordId }) => recordId) }
    const now = await chooseAll(asked, [...looked])
    if (!isAsSeen(batch, looked, now)) {
      // ticked rows are to be looked at again
      onChanged(await chooseAll(asked))
      return undefined
    }
    setChosen({ batch: now, looked })
    return now
  }
  const start = async (more: Pick<Parameters<typeof submit>[0], 'channel' | 'code'>): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      const now = await choice()
      if (!now) return
      const { id, version, total: count, sum } = now
      await submit({ id, version, count, ...(sum === undefined ? {} : { sum }), ...more })
      onStarted(id)
    } catch (error) {
      setFault(faultOfWrite(error))
    } finally {
      setBusy(false)
    }
  }
  return { start, fault, isBusy }
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every(each => b.has(each))

/** The refusal of the start; a choice that changed meanwhile, or waited too long, is made anew. */
function StartFault({ error, onAgain }: { error: Refusal | Failure; onAgain: () => void }) {
  const isOutdated =
    error instanceof Refusal &&
    (error.http === conflictHttp || error.http === 404 || error.message === problemText('batch.late'))
  const text = error instanceof Refusal && error.hasFields ? Object.values(error.fields).join('；') : error.message
  return (
    <div className="ys-write-fault" role="alert">
      <span>
        {text}
        {error instanceof Failure && '。结果未知，可以再次提交，不会重复办理'}
      </span>
      {isOutdated && (
        <Button size="small" onClick={onAgain}>
          重新选择
        </Button>
      )}
    </div>
  )
}

/** The accounts money goes to, the largest first. */
function Payees({ act, payees }: Pick<BatchDetail, 'act' | 'payees'>) {
  if (payees.length === 0 || !batchActs[act].isMoney) return null
  return (
    <section aria-label="收款人">
      <h3>收款人 {payees.length} 个</h3>
      <ul className="bt-list bt-payees">
        {payees.map(({ payee, count, sum }) => (
          <li key={payee}>
            <span>{payee}</span>
            <span className="ys-weak">{printCount(count)} 单</span>
            <Money value={sum} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Records that cannot be done now, each with its reason. */
function LeftOut({ batch }: { batch: BatchDetail }) {
  const { items } = batch
  const left = items.filter(({ outcome }) => outcome === 'skipped')
  if (left.length === 0) return null
  return (
    <section aria-label="不办理">
      <h3>
        不办理 {left.length} {unitOf(batch.act)}
      </h3>
      <BatchItems act={batch.act} items={left} />
    </section>
  )
}
