// The terms a company is served by, and of a carrier the base of its invoices.
import type { CompanyDetails } from '@yunshu/contract/company/company'
import { wlhyLabels } from '@yunshu/domain/account/account'
import { printPercent } from '@yunshu/domain/figures/decimal'
import { hasTerms } from '@yunshu/domain/company/company'
import { Button } from 'antd'
import { Facts, Section } from '../../ui/Facts.tsx'
import { BaseSection } from './BaseSection.tsx'
import { useCan } from '../../lib/can.ts'

export function TermsSection({ company: it, onChange }: { company: CompanyDetails; onChange: () => void }) {
  const canChange = useCan('company.verify')
  return (
    <>
      <Section
        title="服务设置"
        extra={
          canChange &&
          hasTerms(it.state) && (
            <Button size="small" onClick={onChange}>
              修改
            </Button>
          )
        }
      >
        <Facts
          items={[
            ['服务分公司', it.branchName ?? ''],
            ['服务费率', printPercent(it.serviceFeePpm)],
            ['网络货运类型', wlhyLabels[it.wlhyType] ?? ''],
            ['员工', `${it.people} 人`],
          ]}
        />
      </Section>
      <BaseSection company={it} />
    </>
  )
}
