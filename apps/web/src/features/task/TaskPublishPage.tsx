// Sending tasks to a carrier: which goods, how much of each, and until when it answers.
import type { Output } from '@yunshu/contract/call'
import { listSendable, taskListUrl } from '@yunshu/contract/task/task'
import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { EmptyState } from '../../ui/States.tsx'
import { WriteFault } from '../../ui/WriteDialog.tsx'
import { GoodsLine } from './GoodsLine.tsx'
import { sendMax } from './sendLines.ts'
import { TermsFields } from './TermsFields.tsx'
import { useSending } from './useSending.ts'
import './task.css'

const typingMs = 250

/** Screen TaskPublish; `goodsId` in the address is chosen from the start. */
export default function TaskPublishPage() {
  const { carrierId = '' } = useParams()
  const [params] = useSearchParams()
  const goodsId = params.get('goodsId') ?? undefined
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const answer = useCall(
    listSendable,
    { carrierId, ...(goodsId === undefined ? {} : { goodsId }), ...(asked === '' ? {} : { text: asked }) },
    { quiet: true, keepPrevious: true },
  )
  const reload = (): void => {
    void answer.refetch()
  }
  const sending = useSending({ carrierId, goodsId, goods: answer.data?.goods ?? [] }, reload)
  const { lines, terms, toggle, setTerms } = sending
  // the goods one came from are chosen once, when they first appear
  const opened = useRef<string>(undefined)
  const wanted = answer.data?.goods.find(({ id }) => id === goodsId)
  const choose = useEffectEvent(() => {
    if (!wanted || opened.current === goodsId) return
    opened.current = goodsId
    if (!lines.some(line => line.goods.id === wanted.id)) toggle(wanted)
  })
  useEffect(() => choose(), [wanted])
  return (
    <>
      <DetailPage
        answer={answer}
        title={({ carrier }) => `发布任务给${shortCompany(carrier.name)}`}
        hero={({ carrier }) => <CarrierHero carrier={carrier} />}
        footer={() => <SendFoot sending={sending} onReload={reload} />}
      >
        {({ goods, isCut }) => {
          const shown = [
            ...lines.map(line => line.goods).filter(one => !goods.some(({ id }) => id === one.id)),
            ...goods,
          ]
          return (
            <div className="tk-send">
              {sending.notice}
              <Section title="选择货源">
                <Input
                  allowClear
                  className="tk-search"
                  prefix={<SearchOutlined aria-hidden />}
                  value={text}
                  placeholder="货源号、货物、地点"
                  aria-label="搜索货源"
                  maxLength={40}
                  onChange={({ target }) => setText(target.value)}
                  onPressEnter={() => setAsked(text.trim())}
                />
                {isCut && <p className="ys-weak tk-note">仅显示最新的 100 个货源，其余请按货源号或地点查找。</p>}
                {shown.length === 0 ? (
                  <EmptyState
                    text={asked === '' ? '没有可派的货源：货源须已发布、有剩余数量且未过截止时间' : '没有找到'}
                  />
                ) : (
                  <GoodsLines shown={shown} sending={sending} />
                )}
              </Section>
              <Section title="任务要求">
                <TermsFields terms={terms} fault={sending.answerFault} onChange={setTerms} />
              </Section>
            </div>
          )
        }}
      </DetailPage>
      <SentDialog sending={sending} />
    </>
  )
}

function SendFoot({ sending, onReload }: { sending: ReturnType<typeof useSending>; onReload: () => void }) {
  const { lines, fault, isBusy, canSend, send, forgetFault } = sending
  return (
    <div className="tk-foot">
      <span className="tk-sums" aria-live="polite">
        <span>
          已选 <strong className="ys-figure">{lines.length}</strong> 个货源
        </span>
        {!canSend && <span className="ys-weak">选好货源、填好要求后可以发布</span>}
        <WriteFault
          error={fault}
          onReload={() => {
            forgetFault()
            onReload()
          }}
        />
      </span>
      <Button type="primary" disabled={!canSend} loading={isBusy} onClick={() => void send()}>
        {lines.length > 0 ? `发布任务（${lines.length} 个）` : '发布任务'}
      </Button>
    </div>
  )
}

/** The carrier of the tasks, and the work it has already. */
const CarrierHero = ({ carrier }: { carrier: Output<typeof listSendable>['carrier'] }) => (
  <Hero
    word=""
    name={`发布任务给 ${carrier.name}`}
    isCopied={false}
    hasPager={false}
    line={[`联系人 ${carrier.contactName}`, `未完成任务 ${carrier.openTasks}`, `在途运单 ${carrier.openWaybills}`].join(
      ' · ',
    )}
  />
)

function GoodsLines({
  shown,
  sending,
}: {
  shown: Output<typeof listSendable>['goods']
  sending: ReturnType<typeof useSending>
}) {
  const canPrice = useCan('price.margin')
  const { lines, faults, toggle, change } = sending
  return (
    <ul className="tk-goods-list" aria-label="可派货源">
      {shown.map(one => {
        const index = lines.findIndex(line => line.goods.id === one.id)
        return (
          <GoodsLine
            key={one.id}
            goods={one}
            line={lines[index]}
            faults={faults[index] ?? {}}
            canPrice={canPrice}
            isFull={lines.length >= sendMax}
            onToggle={() => toggle(one)}
            onChange={next => change(lines.map(line => (line.goods.id === one.id ? next : line)))}
          />
        )
      })}
    </ul>
  )
}

function SentDialog({ sending: { made, closeMade } }: { sending: ReturnType<typeof useSending> }) {
  return (
    <Modal
      open={made !== undefined}
      title="任务已发布"
      onCancel={closeMade}
      footer={
        <>
          <a className="ys-link" href={taskListUrl('tasks', { state: 'sent' })} onClick={closeMade}>
            查看已发任务
          </a>
          {'　'}
          <Button type="primary" onClick={closeMade}>
            继续发布
          </Button>
        </>
      }
    >
      <p>承运商已收到通知，答复前可以撤回：</p>
      <ul>
        {made?.tasks.map(({ id, taskNo, goodsNo }) => (
          <li key={id}>
            {taskNo}（货源 {goodsNo}）
          </li>
        ))}
      </ul>
    </Modal>
  )
}
