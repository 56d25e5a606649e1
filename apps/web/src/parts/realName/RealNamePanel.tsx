// Real-name checks of a company and of the person who signs for it, as its record shows them.
import {
  askRealName,
  getRealName,
  openRealName,
  startRealName,
  type RealNameRow,
} from '@yunshu/contract/agreement/realName'
import { staleAfter } from '@yunshu/contract/topics'
import { realNameKinds, realNameStates, type RealNameKind } from '@yunshu/domain/identity/realName'
import { partnerStates } from '@yunshu/domain/partner'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { DialogField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('realName')

/** Of a company by its id; its own people can have checks done. */
export function RealNamePanel({ companyId }: { companyId: string }) {
  const { data } = useCall(getRealName, { companyId }, { quiet: true })
  const [isTyping, setTyping] = useState(false)
  const go = useGoing()
  if (data === undefined) return null
  const { company, person, canStart, isSimulated } = data
  const part = (kind: RealNameKind, row: RealNameRow | undefined, onStart: () => void) => (
    <Check
      key={kind}
      kind={kind}
      row={row}
      onStart={canStart ? onStart : undefined}
      onGo={canStart ? id => void go(id) : undefined}
    />
  )
  return (
    <Section title={isSimulated ? `实名认证（${partnerStates.simulated.label}）` : '实名认证'}>
      {part('COMPANY', company, () => void go({ kind: 'COMPANY' }))}
      {(person !== undefined || canStart) && part('PERSON', person, () => setTyping(true))}
      {isTyping && <PersonDialog onClose={() => setTyping(false)} onStarted={id => void go(id)} />}
    </Section>
  )
}

/** Begins a check where there is none yet, and leads to the partner's page. */
function useGoing(): (check: string | { kind: 'COMPANY' }) => Promise<void> {
  const starting = useSend(startRealName, { invalidates })
  const opening = useSend(openRealName, {})
  return async check => {
    const id = typeof check === 'string' ? check : (await starting.run(check))?.id
    const page = id === undefined ? undefined : await opening.run({ id })
    if (page) location.assign(page.url)
  }
}

interface CheckProps {
  kind: RealNameKind
  row: RealNameRow | undefined
  onStart: (() => void) | undefined
  onGo: ((id: string) => void) | undefined
}

function Check({ kind, row, onStart, onGo }: CheckProps) {
  const asking = useSend(askRealName, { invalidates })
  const label = realNameKinds[kind]
  const isOpen = row?.state === 'pending' || row?.state === 'unknown'
  return (
    <>
      <Facts
        items={[
          [`${label}认证`, row ? <StatusTag key="state" machine={realNameStates} state={row.state} /> : '未认证'],
          ['名称', row?.name],
          [kind === 'COMPANY' ? '统一社会信用代码' : '证件号后四位', row?.no],
          ['办理时间', row && <Time key="at" value={row.endedAt ?? row.createdAt} whole />],
          ['原因', row?.reason],
        ]}
      />
      <p>
        {isOpen && onGo && (
          <>
            <Button aria-label={`继续${label}认证`} onClick={() => onGo(row.id)}>
              继续认证
            </Button>{' '}
            <Button
              aria-label={`查询${label}认证结果`}
              disabled={asking.isBusy}
              onClick={() => void asking.run({ id: row.id })}
            >
              查询结果
            </Button>
          </>
        )}
        {!isOpen && row?.state !== 'passed' && onStart && (
          <Button onClick={onStart} aria-label={`${label}实名认证`}>
            {row === undefined ? '去认证' : '重新认证'}
          </Button>
        )}
      </p>
    </>
  )
}

function PersonDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (id: string) => void }) {
  const { submit } = useSend(startRealName, { quiet: true, invalidates })
  const { typed, type, draft } = useTyped(
    { call: startRealName, fixed: { kind: 'PERSON' }, title: '经办人实名认证' },
    { name: '', no: '' },
  )
  const [name, no] = [typed.name.trim(), typed.no.trim()]
  return (
    <WriteDialog
      title="经办人实名认证"
      draft={draft}
      okText="去认证"
      isReady={name !== '' && no !== ''}
      onClose={onClose}
      onSend={async () => {
        const { id } = await submit({ kind: 'PERSON', name, no })
        onStarted(id)
      }}
      onReload={onClose}
    >
      <p>填写您本人的姓名和身份证号，在签章平台完成核验。证件号只加密保存。</p>
      <DialogField label="姓名" isRequired takesFocus>
        {id => (
          <TextInput
            id={id}
            max={30}
            value={typed.name}
            onChange={next => type({ name: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
      <DialogField label="身份证号" isRequired>
        {id => (
          <TextInput
            id={id}
            max={18}
            value={typed.no}
            onChange={next => type({ no: typeof next === 'string' ? next : '' })}
          />
        )}
      </DialogField>
    </WriteDialog>
  )
}
