// The papers of one's own company: what is missing, what can be changed, bank accounts, and handing them in.
import {
  getCompany,
  submitCompany,
  updateCompany,
  uploadCompanyFiles,
  type CompanyRecord,
} from '@yunshu/contract/company/company'
import { staleAfter } from '@yunshu/contract/topics'
import { companyStates } from '@yunshu/domain/company/company'
import type { DocumentKind } from '@yunshu/domain/company/papers'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BankAccounts } from './BankAccounts.tsx'
import { PaperSections } from './PaperSections.tsx'
import { ProfileRail } from './CompanyRail.tsx'
import { isOpen } from './papers.tsx'
import type { PaperPart } from './PaperDrawer.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import './company.css'

const PaperDrawer = lazy(async () => ({ default: (await import('./PaperDrawer.tsx')).PaperDrawer }))
const invalidates = staleAfter('company')

const parts = ['identity', 'contact', 'invoice'] as const satisfies readonly PaperPart[]

/** Screen CompanyProfile. */
export default function CompanyProfilePage() {
  const answer = useCall(getCompany, {})
  const canEdit = useCan('company.edit')
  const [editing, setEditing] = useState<PaperPart>()
  useReopening(
    ...(answer.data && canEdit ? parts : []).map(part => [() => setEditing(part), updateCompany, {}, part] as const),
  )
  const reload = (): void => {
    void answer.refetch()
  }
  const edit = (part: PaperPart, label: string, word = '修改') =>
    canEdit && (
      <Button size="small" aria-label={`${word}${label}`} onClick={() => setEditing(part)}>
        {word}
      </Button>
    )
  return (
    <DetailPage
      answer={answer}
      title={() => '企业资料'}
      hero={it => <ProfileHero company={it} />}
      notice={it => (
        <>
          <Standing company={it} />
          {it.invoiceTitle === undefined && it.side !== 'carrier' && (
            <NoInvoiceTitle onFill={canEdit ? () => setEditing('invoice') : undefined} />
          )}
        </>
      )}
      rail={it => <ProfileRail company={it} />}
    >
      {it => (
        <>
          <PaperSections
            company={it}
            identityExtra={
              isOpen(it) ? edit('identity', '登记信息') : <span className="ys-weak">如需变更请联系平台</span>
            }
            contactExtra={edit('contact', '联系与纳税')}
            invoiceExtra={edit('invoice', '开票资料', it.invoiceTitle === undefined ? '填写' : '修改')}
            {...(canEdit
              ? {
                  adding: (kind: DocumentKind) =>
                    (kind === 'other' || isOpen(it)) && <AddFiles kind={kind} onReload={reload} />,
                }
              : {})}
          />
          <BankAccounts company={it} canEdit={canEdit} />
          {editing && (
            <Suspense fallback={null}>
              <Reopens by={() => setEditing(editing)}>
                <PaperDrawer company={it} part={editing} onClose={() => setEditing(undefined)} />
              </Reopens>
            </Suspense>
          )}
        </>
      )}
    </DetailPage>
  )
}

/** Nothing can be invoiced without it, so that it is said before anybody applies. */
function NoInvoiceTitle({ onFill }: { onFill: (() => void) | undefined }) {
  return (
    <output className="cp-note cp-note-due">
      <span>开票资料尚未填写，填写后才能申请开票。</span>
      {onFill && (
        <Button size="small" type="primary" ghost onClick={onFill}>
          填写开票资料
        </Button>
      )}
    </output>
  )
}

function ProfileHero({ company }: { company: CompanyRecord }) {
  const { run, isBusy } = useSend(submitCompany, { invalidates, done: () => toast.success('已提交，等待平台审核') })
  const isWhole = Object.keys(company.missing).length === 0
  const submit = {
    label: '提交审核',
    disabled: isBusy,
    why: isWhole ? undefined : '请先补全资料',
    onClick: () => void run({ version: company.version }),
  }
  const canSubmit = company.moves.includes('submit')
  return (
    <Hero
      word="企业资料"
      name={company.name}
      isCopied={false}
      tag={<StatusTag machine={companyStates} state={company.state} />}
      isTurn={canSubmit}
      waits={company.state === 'pending' ? '等待平台审核' : undefined}
      line={company.creditCode}
      hasPager={false}
      acts={<PageActions primary={canSubmit ? submit : undefined} actions={[]} />}
    />
  )
}

/** The state of the company's verification, and its next step. */
function Standing({ company }: { company: CompanyRecord }) {
  const missing = Object.values(company.missing)
  if (company.state === 'pending')
    return <output className="cp-note">资料已提交，平台审核通过后即可开始办理业务。</output>
  if (!isOpen(company)) return null
  return (
    <section className="cp-note" aria-label="审核进度">
      {company.rejectReason !== undefined && (
        <strong className="cp-note-bad">未通过审核：{company.rejectReason}</strong>
      )}
      {missing.length > 0 ? (
        <>
          <span>提交审核前还需：</span>
          <ul>
            {missing.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <span>资料已齐全，可以提交审核。</span>
      )}
    </section>
  )
}

const fileWords: Readonly<Record<DocumentKind, string>> = {
  licence: '营业执照',
  permit: '道路运输经营许可证',
  other: '其他资料',
}

function AddFiles({ kind, onReload }: { kind: DocumentKind; onReload: () => void }) {
  const { submit, isBusy } = useSend(uploadCompanyFiles, { quiet: true, invalidates })
  return (
    <FileDrop
      what={fileWords[kind]}
      isBusy={isBusy}
      onReload={onReload}
      onSend={options => submit({ category: kind }, options)}
      done={count => toast.success(`已上传 ${count} 个文件`)}
    />
  )
}
