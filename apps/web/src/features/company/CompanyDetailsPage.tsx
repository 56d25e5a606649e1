// A company as the house sees it: its papers, what is odd about them, the terms of service, and the verdict.
import { getCompanyDetails, moveCompany, type CompanyDetails } from '@yunshu/contract/company/company'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { doneText } from '@yunshu/domain/states'
import { companyStates } from '@yunshu/domain/company/company'
import { companySides } from '@yunshu/domain/company/papers'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { useMoves, type MoveReasons } from '../../ui/MoveButtons.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BankAccounts } from './BankAccounts.tsx'
import { CompanyDrawers } from './CompanyDrawers.tsx'
import { CompanyRail } from './CompanyRail.tsx'
import { PaperSections } from './PaperSections.tsx'
import { TermsSection } from './TermsSection.tsx'
import './company.css'

const direct = ['approve'] as const

/** Screen CompanyDetails. */
export default function CompanyDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getCompanyDetails, { id })
  const [shown, setShown] = useState<'approve' | 'terms' | 'correct'>()
  const told = (move: CompanyMove): void => toast.success(doneText(companyStates.moves[move]))
  const sent = { invalidates: staleAfter('company') }
  const { run, isBusy } = useSend(moveCompany, { ...sent, done: (_, { move }) => told(move) })
  const { submit } = useSend(moveCompany, { ...sent, quiet: true, done: (_, { move }) => told(move) })
  return (
    <DetailPage
      answer={answer}
      title={it => `企业 ${it.name}`}
      hero={it => (
        <CompanyHero
          company={it}
          isBusy={isBusy}
          onMove={move => {
            if (move === 'approve') setShown('approve')
            else if (move !== 'submit') void run({ id, version: it.version, move })
          }}
          reasons={{
            about: move => ({ call: moveCompany, fixed: { id, version: it.version }, part: move }),
            send: async (move, reason) => {
              if (move !== 'approve' && move !== 'submit') await submit({ id, version: it.version, move, reason })
            },
            reload: () => void answer.refetch(),
          }}
        />
      )}
      notice={it => <Warnings company={it} />}
      rail={it => (
        <CompanyRail company={it}>
          <TermsSection company={it} onChange={() => setShown('terms')} />
        </CompanyRail>
      )}
    >
      {it => (
        <>
          <PaperSections
            company={it}
            identityExtra={
              <Button size="small" onClick={() => setShown('correct')}>
                更正
              </Button>
            }
          />
          <BankAccounts company={it} canEdit={false} />
          <CompanyDrawers shown={shown} company={it} onShow={setShown} />
        </>
      )}
    </DetailPage>
  )
}

type CompanyMove = keyof typeof companyStates.moves

interface CompanyHeroProps {
  company: CompanyDetails
  isBusy: boolean
  onMove: (move: CompanyMove) => void
  reasons: MoveReasons<CompanyMove>
}

function CompanyHero({ company, isBusy, onMove, reasons }: CompanyHeroProps) {
  const { state, name } = company
  const { acts, dialog } = useMoves({
    machine: companyStates,
    moves: company.moves,
    name,
    busy: isBusy,
    direct,
    onMove,
    reasons,
  })
  const primary = acts.find(({ danger }) => !danger)
  return (
    <Hero
      word="企业"
      unit="个"
      name={name}
      tag={<StatusTag machine={companyStates} state={state} />}
      isTurn={state === 'pending' && primary !== undefined}
      since={state === 'pending' ? company.submittedAt : undefined}
      line={[
        companySides[company.side].label,
        company.creditCode,
        company.branchName && shortBranch(company.branchName),
      ]
        .filter(Boolean)
        .join(' · ')}
      figure={{ value: groupThousands(String(company.waybills30)), label: '近 30 天运单' }}
      acts={
        <>
          <PageActions primary={primary} actions={acts.filter(act => act !== primary)} />
          {dialog}
        </>
      }
    />
  )
}

/** Points the verifier should look at first. */
function Warnings({ company }: { company: CompanyDetails }) {
  const missing = Object.values(company.missing)
  if (company.state !== 'pending' || company.warnings.length + company.sameName.length + missing.length === 0)
    return null
  return (
    <section className="cp-note" aria-label="审核提示">
      <strong>请核对</strong>
      <ul>
        {[...missing, ...company.warnings].map(text => (
          <li key={text}>{text}</li>
        ))}
        {company.sameName.map(other => (
          <li key={other.id}>
            同名企业：<a href={screenUrl('CompanyDetails', { id: other.id })}>{other.creditCode}</a>（
            {companyStates.states[other.state].label}）
          </li>
        ))}
      </ul>
    </section>
  )
}
