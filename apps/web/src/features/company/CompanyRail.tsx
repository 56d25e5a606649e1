// The rail of a company: its way to verification, the person others call, and its history.
import type { CompanyRecord } from '@yunshu/contract/company/company'
import { companyStates } from '@yunshu/domain/company/company'
import type { ReactNode } from 'react'
import { Section } from '../../ui/Facts.tsx'
import { History } from '../../ui/record/History.tsx'
import { People } from '../../ui/record/People.tsx'
import { reachedBy } from '../../ui/record/reachedBy.ts'
import { Steps } from '../../ui/record/Steps.tsx'
import { peopleOf } from './papers.tsx'

const way = ['draft', 'pending', 'active'] as const
const steps = { draft: '填写资料', pending: '提交审核', active: '审核通过' } as const

/** The way of a company to its verification. */
function Verifying({ company: it }: { company: CompanyRecord }) {
  const told = reachedBy(companyStates, it.log)
  return (
    <Section title="审核进度">
      <Steps
        machine={companyStates}
        labels={steps}
        way={way}
        state={it.state}
        reached={[
          { state: 'draft', at: undefined },
          ...(it.submittedAt === undefined
            ? []
            : [{ state: 'pending' as const, at: it.submittedAt, by: told.get('pending')?.by }]),
          ...(it.verifiedAt === undefined
            ? []
            : [{ state: 'active' as const, at: it.verifiedAt, by: told.get('active')?.by }]),
        ]}
      />
    </Section>
  )
}

/** Of one's own company. */
export function ProfileRail({ company: it }: { company: CompanyRecord }) {
  return (
    <>
      <Verifying company={it} />
      <People people={peopleOf(it)} />
      <History log={it.log} />
    </>
  )
}

/** Of a company as the house sees it; `children` are the terms it is served by. */
export function CompanyRail({ company: it, children }: { company: CompanyRecord; children: ReactNode }) {
  return (
    <>
      <Verifying company={it} />
      {children}
      <People people={peopleOf(it)} />
      <History log={it.log} />
    </>
  )
}
