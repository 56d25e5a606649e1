// Inviting a company: found by name or credit code, or by a link to hand over.
import { findCompanies, inviteCompany, repeatInvite, type FoundCompany } from '@yunshu/contract/relation/relation'
import { staleAfter } from '@yunshu/contract/topics'
import { companySearchMin, relationStates, type Inviter } from '@yunshu/domain/relation'
import { Button, Drawer, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { InviteLinks } from './InviteLinks.tsx'
import './relation.css'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'

const ways = [
  { value: 'search', label: '查找企业' },
  { value: 'link', label: '邀请链接' },
]

export function InviteDrawer({ side, onClose }: { side: Inviter; onClose: () => void }) {
  const isMobile = useMobile()
  const [way, setWay] = useState('search')
  return (
    <Drawer
      open
      title={side === 'shipper' ? '邀请承运商' : '向货主申请合作'}
      size={isMobile ? '100%' : 560}
      onClose={onClose}
    >
      <Segmented block aria-label="邀请方式" options={ways} value={way} onChange={setWay} />
      {way === 'search' ? <Search side={side} /> : <InviteLinks side={side} />}
    </Drawer>
  )
}

function Search({ side }: { side: Inviter }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<FoundCompany>()
  const isReady = asked.length >= companySearchMin
  const { data, error, isFetching, refetch } = useCall(
    findCompanies,
    { text: asked },
    { enabled: isReady, keepPrevious: true, quiet: true },
  )
  const rows = (isReady ? (data?.rows ?? []) : []).filter(({ kind }) => kind !== side)
  return (
    <div className="rel-search">
      <Input.Search
        allowClear
        enterButton="查找"
        placeholder="企业名称（至少两个字）或统一社会信用代码"
        aria-label="企业名称或信用代码"
        value={typed}
        loading={isFetching}
        maxLength={50}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={text => setAsked(text.trim())}
      />
      {asked !== '' && !isReady && (
        <p className="ys-fault" role="alert">
          至少输入两个字
        </p>
      )}
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : isReady && isFetching && !data ? (
        <Skeleton lines={4} />
      ) : isReady && rows.length === 0 ? (
        <EmptyState text="没有找到，可改用邀请链接" />
      ) : (
        <ul className="rel-found">
          {rows.map(row => (
            <li key={row.companyId}>
              <div>
                <strong>{row.name}</strong>
                <span className="ys-weak">{row.trustCode}</span>
              </div>
              {row.state && <StatusTag machine={relationStates} state={row.state} />}
              {(row.state === undefined || relationStates.moves.repeat.from.includes(row.state)) && (
                <Button size="small" type="primary" ghost onClick={() => setChosen(row)}>
                  {row.state === undefined ? '邀请' : '再次邀请'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <Reopens by={() => setChosen(chosen)}>
          <InviteDialog company={chosen} side={side} onClose={() => setChosen(undefined)} />
        </Reopens>
      )}
    </div>
  )
}

function InviteDialog({ company, side, onClose }: { company: FoundCompany; side: Inviter; onClose: () => void }) {
  const own = useSession(session => session.info?.companyId) ?? ''
  const title = `邀请 ${company.name}`
  const { typed, type, draft } = useTyped(
    { call: inviteCompany, fixed: { companyId: company.companyId, side }, title },
    { message: '' },
  )
  const options = { quiet: true, invalidates: staleAfter('relation'), done: () => toast.success('邀请已发出') }
  const first = useSend(inviteCompany, options),
    again = useSend(repeatInvite, options)
  const text = typed.message.trim()
  const input = {
    shipperId: side === 'shipper' ? own : company.companyId,
    carrierId: side === 'shipper' ? company.companyId : own,
    ...(text === '' ? {} : { message: text }),
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="发出邀请"
      onSend={() => (company.state === undefined ? first : again).submit(input)}
      onClose={onClose}
      onReload={onClose}
    >
      <p>对方将收到邀请，7 天内可同意或拒绝。</p>
      <ReasonField
        label="附言"
        value={typed.message}
        onChange={message => type({ message })}
        placeholder="选填，对方可见"
      />
    </WriteDialog>
  )
}
