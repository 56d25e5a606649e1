// The drawers of the page of a company: its approval and terms, and what is put right in its papers.
import { approveCompany, correctCompany, setCompanyTerms, type CompanyDetails } from '@yunshu/contract/company/company'
import { lazy, Suspense } from 'react'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const TermsDrawer = lazy(async () => ({ default: (await import('./TermsDrawer.tsx')).TermsDrawer }))
const CorrectDrawer = lazy(async () => ({ default: (await import('./CorrectDrawer.tsx')).CorrectDrawer }))

/** `onShow` closes one, or opens it again for what was typed. */
export function CompanyDrawers({
  shown,
  company,
  onShow,
}: {
  shown: 'approve' | 'terms' | 'correct' | undefined
  company: CompanyDetails
  onShow: (next: 'approve' | 'terms' | 'correct' | undefined) => void
}) {
  const { id } = company
  useReopening(
    [() => onShow('approve'), approveCompany, { id }],
    [() => onShow('terms'), setCompanyTerms, { id }],
    [() => onShow('correct'), correctCompany, { id }],
  )
  const close = (): void => onShow(undefined)
  return (
    <Suspense fallback={null}>
      <Reopens by={() => onShow(shown)}>
        {(shown === 'approve' || shown === 'terms') && (
          <TermsDrawer company={company} isApproval={shown === 'approve'} onClose={close} />
        )}
        {shown === 'correct' && <CorrectDrawer company={company} onClose={close} />}
      </Reopens>
    </Suspense>
  )
}
